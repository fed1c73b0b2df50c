"""The templates, and what they may do: a sandbox, everything escaped, every name known. A site may put its own before ours.

Values of a capture or an answer are only ever values, never templates. A template of a site is the site's own, and still runs
in the sandbox: no file, no attribute of Python's own, no method, no power, and not longer than a page may take.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from advisor.explanation.document import code_span, fence, lines, markdown_text, marked, prose
from advisor.runbook import bounds

RISKS = {
    "look": "only looks",
    "safe": "safe",
    "disruptive": "disruptive",
    "destructive": "destroys data if it goes wrong",
}
_MARK = re.compile(r"<[A-Z][A-Z0-9-]*>")
_AS_IT_IS = re.compile(r"(<script>.*?</script>|<pre.*?</pre>)", re.DOTALL)
_MOST_SITE = 256 * 1024
"""Bytes of one template of a site."""
_MOST_FACTOR = 1_000_000_000
_ADVICE = "see docs/user-guide.md, Runbooks"
_FAILURES = (
    jinja2.TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError, MemoryError,
    bounds.TookTooLong,
)  # fmt: skip


class TemplateError(ValueError):
    """A site's template that cannot be used: `code`, `where` and `help` as every error has them."""

    def __init__(self, message: str, where: str, advice: str = "") -> None:
        super().__init__(message)
        self.code, self.where, self.help = "runbook-template", where, advice


class _Sandbox(ImmutableSandboxedEnvironment):
    """The sandbox without what grows without bound inside one operation, and without methods: a template shows what it is given."""

    intercepted_binops = frozenset(("*", "**"))

    def call_binop(self, context: jinja2.runtime.Context, operator: str, left: Any, right: Any) -> Any:
        """A product of two small numbers, nothing else."""
        if operator == "*" and all(isinstance(n, (int, float)) and abs(n) < _MOST_FACTOR for n in (left, right)):
            return left * right
        raise SecurityError(f"`{operator}` takes two numbers" if operator == "*" else "there is no `**`")

    def call(self, context: jinja2.runtime.Context, obj: Any, /, *arguments: Any, **named: Any) -> Any:
        """Call a macro."""
        if not self.is_safe_callable(obj):
            raise SecurityError("only macros can be called")
        return super().call(context, obj, *arguments, **named)

    def is_safe_callable(self, obj: Any) -> bool:
        """Macros and blocks."""
        return isinstance(obj, (jinja2.runtime.Macro, jinja2.runtime.BlockReference))


class Pages:
    """The templates of one build."""

    def __init__(self, site: Path | None = None) -> None:
        """Take ours, and before them those in the folder of a site.

        Raises:
            TemplateError: there is no such folder.
        """
        if site is not None and not site.is_dir():
            raise TemplateError(f"`{site}` is no folder", str(site), "name the folder that holds the site's templates")
        self.site = site
        self._environments = {form: self._environment(form) for form in ("html", "md")}

    def render(self, name: str, form: str, **values: Any) -> str:
        """One page.

        Raises:
            TemplateError: a template of the site fails, or asks for what there is not.
        """
        if self.site is None:
            return self._render(name, form, values)
        try:
            with bounds.bounded():
                return self._render(name, form, values)
        except TemplateError:
            raise
        except _FAILURES as error:
            raise TemplateError(f"the template fails: {_said(error)}", self._place(error, name), _ADVICE) from error

    def _render(self, name: str, form: str, values: Mapping[str, Any]) -> str:
        script = Markup(self.text("page.js"))
        return self._environments[form].get_template(name).render(risks=RISKS, page_script=script, **values)

    def _place(self, error: BaseException, name: str) -> str:
        """The file and the line of the site's template that failed, as far as is known."""
        if isinstance(error, jinja2.TemplateSyntaxError):
            return f"{self.site}/{error.name or name}:{error.lineno}"
        folder, frame, place = f"{self.site}/", error.__traceback__, ""
        while frame is not None and not isinstance(error, RecursionError):
            file = frame.tb_frame.f_code.co_filename
            place = f"{file}:{frame.tb_lineno}" if file.startswith(folder) and Path(file).is_file() else place
            frame = frame.tb_next
        return place or f"{self.site}"

    def text(self, name: str) -> str:
        """A file beside the templates as it is, the site's before ours."""
        return self._source(name) or ""

    def _environment(self, form: str) -> jinja2.Environment:
        environment = _Sandbox(
            loader=jinja2.FunctionLoader(self._load), autoescape=form == "html", undefined=jinja2.StrictUndefined,
            trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
        )  # fmt: skip
        environment.globals.clear()  # no range, lipsum or cycler: a template shows what it is given
        environment.filters.update(
            marked=marked,
            prose=prose,
            lines=lines,
            allowed=allowed,
            md=md,
            code=code_span,
            cell=cell,
            cellcode=cell_code,
            block=block,
        )
        return environment

    def _load(self, name: str) -> tuple[str, str, Callable[[], bool]] | None:
        """A template with the name by which an error calls it."""
        text = self._source(name)
        return None if text is None else (text, f"{self.site}/{name}", lambda: True)

    def _source(self, name: str) -> str | None:
        if self.site is not None and re.fullmatch(r"[\w-]+\.(?:html|md|css|js)", name):
            path = self.site / name
            if path.is_file():
                return self._of_site(path)
        return _ours().get(name)

    def _of_site(self, path: Path) -> str:
        assert self.site is not None
        if not path.resolve().is_relative_to(self.site.resolve()):
            raise TemplateError(f"`{path.name}` leads out of the folder", str(path), "put the file itself there")
        if path.stat().st_size > _MOST_SITE:
            raise TemplateError(f"`{path.name}` is larger than {_MOST_SITE // 1024} KiB", str(path))
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise TemplateError(f"`{path.name}` is no UTF-8 text", str(path)) from error


def _said(error: BaseException) -> str:
    if isinstance(error, bounds.TookTooLong):
        return f"it takes longer than {bounds.SECONDS:g} s"
    if isinstance(error, MemoryError):
        return f"it takes more than {bounds.BYTES // 1024**2} MiB of memory"
    if isinstance(error, RecursionError):
        return "it calls itself without end"
    return f"there is no template `{error}`" if isinstance(error, jinja2.TemplateNotFound) else f"{error}"


@cache
def _ours() -> Mapping[str, str]:
    folders = (
        resources.files("advisor.explanation").joinpath("pages"),  # the look that reports and runbooks share
        resources.files("advisor.runbook").joinpath("templates"),
    )
    return {item.name: item.read_text(encoding="utf-8") for f in folders for item in f.iterdir() if item.is_file()}


def allowed(script: str) -> str:
    """How a Content-Security-Policy allows one script and no other: by its digest."""
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def tidy(page: str) -> str:
    """A page without the empty lines that its tags leave, but each script and each command as it is."""
    parts = _AS_IT_IS.split(page)
    return "".join(part if n % 2 else re.sub(r"\n\s*\n+", "\n", part) for n, part in enumerate(parts))


def md(text: object) -> str:
    """Running text for Markdown: nothing of it is markup, but code between backticks and placeholders stay as they are."""
    parts = re.split(r"(`[^`\n]+`)", str(text))
    return "".join(part if n % 2 else _plain(part) for n, part in enumerate(parts))


def _plain(text: str) -> str:
    pieces = _MARK.split(text)
    marks = [*(f"`{mark}`" for mark in _MARK.findall(text)), ""]
    return "".join(markdown_text(" ".join(piece.split("\n"))) + mark for piece, mark in zip(pieces, marks, strict=True))


def cell(text: object) -> str:
    """Text for a cell of a Markdown table."""
    return md(" ".join(str(text).split())).replace("\\|", "|").replace("|", "\\|")


def cell_code(text: object) -> str:
    """A code span for a cell of a Markdown table."""
    return code_span(" ".join(str(text).split()).replace("|", "\\|"))


def block(text: object, name: str) -> str:
    """A fenced block of shell commands with a name, by which runners of runbooks execute it step by step."""
    ticks = fence(text)
    return f"{ticks}sh {{name={name}}}\n{text}\n{ticks}"
