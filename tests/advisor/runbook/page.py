"""A strict reader of the pages: what a browser would mend in silence is a fault here."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_NOT_IN_P = frozenset(
    "address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 header hr main nav ol p pre"
    " section table ul".split()
)
_INSIDE = {"li": {"ul", "ol"}, "dt": {"dl"}, "dd": {"dl"}, "tr": {"thead", "tbody", "table"}, "td": {"tr"}, "th": {"tr"},
           "thead": {"table"}, "tbody": {"table"}, "summary": {"details"}, "figcaption": {"figure"}}  # fmt: skip
_MAY_BE_EMPTY = frozenset("script style td p span ol rect path line text".split())
_UNFILLED = re.compile(r"\{\{|\{%|\bUndefined\b|<bound method|\bnan\b|object at 0x")


@dataclass
class Element:
    """An element, with all text that is inside it."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    children: list[Element] = field(default_factory=list)
    parent: Element | None = None

    def inside(self, tag: str) -> bool:
        """Whether an element of this name is around it."""
        return self.parent is not None and (self.parent.tag == tag or self.parent.inside(tag))


class Page(HTMLParser):
    """A page, its elements in order, and what is wrong with it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.source = text
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.wrong: list[str] = []
        self.feed(text)
        self.close()
        self.wrong += [f"<{element.tag}> is never closed" for element in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names):
            self.wrong.append(f"an attribute stands twice in {self.get_starttag_text()}")
        parent = self.open[-1] if self.open else None
        element = Element(tag, {name: value or "" for name, value in attrs}, parent=parent)
        self._check_place(element)
        if parent:
            parent.children.append(element)
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            if not self.open[-1].inside("svg"):
                self.wrong.append(f"<{tag}/> closes itself outside of a drawing")
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1].tag != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()} closes {self.open[-1].tag if self.open else 'nothing'}")
            return
        element = self.open.pop()
        if element.tag not in _MAY_BE_EMPTY and not element.text.strip() and not element.children:
            self.wrong.append(f"<{element.tag} {element.attributes}> is empty")

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data

    def unknown_decl(self, data: str) -> None:
        self.wrong.append(f"an unknown declaration: {data}")

    def handle_pi(self, data: str) -> None:
        self.wrong.append(f"a processing instruction: {data}")

    def _check_place(self, element: Element) -> None:
        wanted = _INSIDE.get(element.tag)
        parent = element.parent.tag if element.parent else ""
        if wanted and parent not in wanted:
            self.wrong.append(f"<{element.tag}> stands in <{parent}>")
        if element.tag in _NOT_IN_P and element.inside("p"):
            self.wrong.append(f"<{element.tag}> stands in <p>")
        if parent in ("ul", "ol") and element.tag != "li":
            self.wrong.append(f"<{element.tag}> stands in <{parent}>")
        if element.tag == "a" and element.inside("a"):
            self.wrong.append("a link stands in a link")

    def all(self, *tags: str) -> list[Element]:
        """The elements of these names."""
        return [element for element in self.elements if element.tag in tags]

    @property
    def ids(self) -> list[str]:
        """Every id, in order."""
        return [element.attributes["id"] for element in self.elements if "id" in element.attributes]


def form_faults(page: Page) -> list[str]:
    """What is wrong with the form of a page: nesting, ids, unfilled fields."""
    found = list(page.wrong)
    found += [f"the id `{name}` stands twice" for name in sorted({n for n in page.ids if page.ids.count(n) > 1})]
    found += [f"the id `{name}` has a space" for name in page.ids if not name or re.search(r"\s", name)]
    for element in page.elements:
        text = element.text.strip()
        if element.tag in ("script", "style"):
            continue
        if text in ("None", "[]", "()", "{}", "None.", "0.00"):
            found.append(f"<{element.tag}> holds just {text}")
        if element.tag in ("p", "dd", "li", "td") and re.search(r"^[\w ]+:$", text):
            found.append(f"<{element.tag}> ends where something should follow: {text}")
    body = next(iter(page.all("body")), None)
    shown = (
        "" if body is None else re.sub(r"<script>.*?</script>", "", page.source.partition("<body>")[2], flags=re.DOTALL)
    )
    found += [f"an unfilled field: {match[0]}" for match in _UNFILLED.finditer(shown)]
    if not page.source.startswith("<!doctype html>\n"):
        found.append("no doctype")
    return found


def foreign_faults(page: Page) -> list[str]:
    """What a page would load from elsewhere, or could run that is not its own."""
    found = []
    for element in page.elements:
        for name in ("src", "href", "action", "data", "poster", "srcset", "formaction", "xlink:href"):
            value = element.attributes.get(name, "")
            if re.match(r"(?:[a-z][a-z0-9+.-]*:|//)", value, re.IGNORECASE):
                found.append(f"<{element.tag} {name}={value}> leads elsewhere")
        if element.tag in ("img", "link", "iframe", "object", "embed", "base"):
            found.append(f"<{element.tag}> loads something")
        found += [f"<{element.tag} {name}> runs something" for name in element.attributes if name.startswith("on")]
        if element.tag == "style" and re.search(r"@import|url\(|image-set", element.text):
            found.append("a style loads something")
    policies = [e.attributes.get("content", "") for e in page.all("meta") if "http-equiv" in e.attributes]
    if len(policies) != 1 or "default-src 'none'" not in policies[0]:
        found.append("nothing forbids what is not allowed")
    elif "unsafe-inline" in policies[0].partition("script-src")[2]:
        found.append("any script may run")
    return found


def access_faults(page: Page) -> list[str]:
    """What keeps people with other means of reading out."""
    found = [*_headings(page), *_names(page)]
    html = page.all("html")
    if [element.attributes.get("lang") for element in html] != ["en"]:
        found.append("the language is not named")
    for tag in ("title", "main"):
        if len([element for element in page.all(tag) if not element.inside("svg")]) != 1:
            found.append(f"there is not one <{tag}>")
    if not any(e.attributes.get("name") == "viewport" for e in page.all("meta")):
        found.append("no viewport")
    for element in page.elements:
        for name in ("aria-labelledby", "aria-describedby", "for"):
            found += [
                f"{name} names `{i}`, which is not there"
                for i in element.attributes.get(name, "").split()
                if i not in page.ids
            ]
        if element.attributes.get("tabindex", "0") not in ("0", "-1"):
            found.append("a tabindex changes the order")
    return found


def _headings(page: Page) -> list[str]:
    found = []
    levels = [int(element.tag[1]) for element in page.all("h1", "h2", "h3", "h4", "h5", "h6")]
    if levels[:1] != [1] or levels.count(1) != 1:
        found.append("there is not one h1, in front")
    found += [f"h{b} follows h{a}" for a, b in itertools.pairwise(levels) if b > a + 1]
    return found


def _names(page: Page) -> list[str]:
    found = []
    labelled = {element.attributes.get("for") for element in page.all("label")}
    for element in page.elements:
        name = element.attributes.get("aria-label", "").strip()
        if element.tag in ("input", "select", "textarea") and not (
            name or element.attributes.get("id") in labelled or element.inside("label")
        ):
            found.append(f"an input has no label: {element.attributes}")
        if element.tag == "th" and element.attributes.get("scope") not in ("col", "row"):
            found.append(f"the head `{element.text}` has no scope")
        if element.tag == "svg" and not element.inside("svg") and (element.attributes.get("role") != "img" or not name):
            found.append("a drawing has no name")
        if element.tag in ("a", "button", "summary") and not (element.text.strip() or name):
            found.append(f"a {element.tag} has no name")
        if (
            element.tag == "nav" or element.attributes.get("role") == "region" or "tabindex" in element.attributes
        ) and not name:
            found.append(f"a {element.tag} has no name")
        if element.tag == "details" and [child.tag for child in element.children][:1] != ["summary"]:
            found.append("details without a summary")
        if element.tag == "table" and not any(child.tag == "thead" for child in element.children):
            found.append("a table without a head")
    return found
