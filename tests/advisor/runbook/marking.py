"""What a reader of a page gets to see: the elements of HTML, and those that a Markdown page becomes."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

from markdown_it import MarkdownIt

_ACTIVE = ("href", "src", "action", "style", "srcset", "data", "formaction", "xlink:href")


@dataclass
class Page(HTMLParser):
    """The elements of a page with their attributes, and its text; what stands in `script` and `style` is no text."""

    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    text: str = ""
    _within: str = ""

    def __post_init__(self) -> None:
        """Set up the parser."""
        HTMLParser.__init__(self, convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the element."""
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self._within = tag if tag in ("script", "style") else self._within

    def handle_endtag(self, tag: str) -> None:
        """Leave a script or a style."""
        self._within = "" if tag == self._within else self._within

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.text += "" if self._within else data

    def active(self) -> list[str]:
        """What could run or fetch: handlers, scripts, frames and addresses elsewhere."""
        found = [f"{tag} {name}" for tag, attributes in self.elements for name in attributes if name.startswith("on")]
        found += [
            tag for tag, _ in self.elements if tag in ("img", "iframe", "object", "embed", "base", "link", "form")
        ]
        found += [
            f"{tag} {name}={attributes[name]}"
            for tag, attributes in self.elements
            for name in _ACTIVE
            if ":" in attributes.get(name, "") and name != "style"
        ]
        return found


def page(html: str) -> Page:
    """A page of HTML."""
    parsed = Page()
    parsed.feed(html)
    parsed.close()
    return parsed


def of_markdown(text: str) -> Page:
    """The page that a Markdown text becomes where raw HTML is let through, with tables."""
    return page(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))
