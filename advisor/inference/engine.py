"""One inference: rows in, findings and evidence out, with the firing that made each of them.

A fresh environment serves each inference: undo, what-if and resume are a replay. The modules are drained one at a time
(an empty focused module hides the agenda from the tracer), and every firing is looked up on the agenda before it runs,
so that its basis facts are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import clips
from clips.routers import Router

from advisor.inference.matching import asserted, bind
from advisor.inference.net import Net
from facts.records import NamedTuple, field, record
from facts.schema import Value
from facts.sexpr import Symbol

Slots = dict[str, Value]
Identity = tuple[str, tuple[tuple[str, type, Value], ...]]


class InferenceError(ValueError):
    """CLIPS wrote to its error channel: the inference is worth nothing."""

    code = "kb-does-not-run"

    def __init__(self, message: str, where: str = "") -> None:
        """Take what CLIPS said, and the file at which it said it."""
        super().__init__(message)
        self.where = where


@record
class Fact:
    """One fact in working memory; `index` is the one that CLIPS gave it."""

    index: int
    template: str
    slots: Slots


class Firing(NamedTuple):
    """One firing: the rule, its facts in pattern order (None for a negated pattern), and what it asserted."""

    rule: str
    basis: tuple[int | None, ...]
    products: tuple[int, ...]


@record
class Inference:
    """What one inference came to: `supports` lists, for a derived fact, every firing that asserted it."""

    facts: dict[int, Fact] = field(default_factory=dict)
    firings: list[Firing] = field(default_factory=list)
    supports: dict[int, list[Firing]] = field(default_factory=dict)
    _by_template: dict[str, list[Fact]] = field(default_factory=dict, repr=False)
    _called: dict[tuple[str, Value], list[Fact]] = field(default_factory=dict, repr=False)
    _sorted: int = field(default=0, repr=False)

    def of(self, template: str) -> list[Fact]:
        """The facts of one template, in order."""
        self._sort()
        return self._by_template.get(template, [])

    def called(self, template: str, name: Value) -> list[Fact]:
        """Those of one template whose slot `name` says so, in order."""
        self._sort()
        return self._called.get((template, name), [])

    def _sort(self) -> None:
        if self._sorted == len(self.facts):
            return
        self._sorted = len(self.facts)
        self._by_template, self._called = {}, {}
        for fact in self.facts.values():
            self._by_template.setdefault(fact.template, []).append(fact)
            if "name" in fact.slots:
                self._called.setdefault((fact.template, fact.slots["name"]), []).append(fact)


class _Errors(Router):  # type: ignore[misc]
    """Keeps what CLIPS writes to its error, warning and standard channels off the terminal, and remembers it."""

    def __init__(self) -> None:
        super().__init__("advisor-errors", 30)
        self.text = ""

    def query(self, name: str) -> bool:
        return name in ("stderr", "stdwrn", "stdout")

    def write(self, name: str, message: str) -> None:
        self.text += message


class Engine:
    """Makes environments with the knowledge base loaded, and runs rows through them."""

    def __init__(self, net: Net, files: Callable[[], Iterable[Path]], image: Path | None = None) -> None:
        """Take the parsed net and the files that it was parsed from.

        Args:
            net: the parsed constructs.
            files: gives the same constructs as CLIPS loads them, in order.
            image: a binary image of them, which loads faster, or None.
        """
        self.net = net
        self._files = files
        self._image = str(image) if image else ""
        self.most_firings = 0
        """After how many firings an inference is given up, 0 for never: a changed rule may feed itself for ever."""

    def environment(self) -> tuple[clips.Environment, _Errors]:
        """A fresh environment with every construct loaded.

        Raises:
            InferenceError: CLIPS refuses a construct; the message is its own.
        """
        env = clips.Environment()
        errors = _Errors()
        env.add_router(errors)
        loading = ""
        try:
            if self._image:
                env.load(self._image, binary=True)
            else:
                for file in self._files():
                    loading = str(file)
                    env.load(loading)
        except clips.CLIPSError as error:
            if self._image:
                # A damaged image is no reason to fail: the sources are there.
                self._image = ""
                return self.environment()
            raise InferenceError(f"{errors.text.strip() or error}", loading) from error
        if errors.text.strip():
            raise InferenceError(errors.text.strip())
        env.reset()
        return env, errors

    def save_image(self, path: Path) -> None:
        """Write the binary image that `environment` can load."""
        env, _ = self.environment()
        env.save(str(path), binary=True)

    def infer(
        self, rows: Iterable[tuple[str, Mapping[str, Value]]], told: Iterable[Mapping[str, Value]] = ()
    ) -> Inference:
        """Run the rules over rows, then over what was told.

        Args:
            rows: template and slots of each current row, with its ``row`` number.
            told: slots of ``told`` facts; one that a measurement contradicts is left to the caller to drop.

        Raises:
            InferenceError: a rule raised an error in CLIPS.
        """
        run = self.start(rows)
        run.finish(told)
        return run.result

    def start(self, rows: Iterable[tuple[str, Mapping[str, Value]]]) -> Run:
        """Run the rules over rows as far as findings; who then knows what may be told finishes the run.

        Raises:
            InferenceError: a rule raised an error in CLIPS.
        """
        env, errors = self.environment()
        run = Run(self.net, env, errors, self.most_firings)
        for template, slots in rows:
            run.put(template, slots)
        run.drain("FINDINGS")
        return run


class Run:
    """One inference under way; `result` is what it came to until now."""

    def __init__(self, net: Net, env: clips.Environment, errors: _Errors, most_firings: int = 0) -> None:
        self.net, self.env, self.errors, self.most_firings = net, env, errors, most_firings
        self.result = Inference()
        self.known: dict[Identity, int] = {}
        self.templates: dict[str, object] = {}
        self.last = 0

    def put(self, template: str, slots: Mapping[str, Value]) -> None:
        """Assert one row."""
        if template not in self.templates:
            self.templates[template] = self.env.find_template(f"MAIN::{template}")
        converted = {
            name: clips.Symbol(str(value)) if isinstance(value, Symbol) else value for name, value in slots.items()
        }
        try:
            fact = self.templates[template].assert_fact(**converted)  # type: ignore[attr-defined]
        except (clips.CLIPSError, TypeError, KeyError) as error:
            raise InferenceError(f"{template}: {self.errors.text or error}") from error
        self._note(int(fact.index), template, dict(slots))

    def _note(self, index: int, template: str, slots: Slots) -> None:
        self.result.facts[index] = Fact(index, template, slots)
        self.known[_identity(template, slots)] = index
        self.last = max(self.last, index)

    def finish(self, told: Iterable[Mapping[str, Value]] = ()) -> None:
        """Add what was told, and go on to the cases.

        No rule looks at the absence of a told fact, so what was derived without it holds with it.
        """
        for slots in told:
            self.put("told", slots)
        self.drain("FINDINGS")
        self.drain("CASES")

    def drain(self, module: str) -> None:
        """Fire every activation of one module, noting its basis and products."""
        self.env.eval(f"(focus {module})")
        while (activation := next(iter(self.env.activations()), None)) is not None:
            name, basis = _activation(str(activation))
            rule = self.net.rules[name]
            facts = self.result.facts
            bindings = bind(self.net, rule, [facts[i].slots if i is not None else None for i in basis])
            self.env.run(1)
            if self.errors.text.strip():
                raise InferenceError(f"rule {name}: {self.errors.text.strip()}")
            products = tuple(self._product(*fact) for fact in asserted(self.net, rule, bindings))
            firing = Firing(name, basis, products)
            self.result.firings.append(firing)
            if len(self.result.firings) == self.most_firings:
                raise InferenceError(f"rule {name}: no end after {self.most_firings} firings")
            for product in products:
                self.result.supports.setdefault(product, []).append(firing)

    def _product(self, template: str, slots: Slots) -> int:
        """The index of an asserted fact; facts are numbered as they come, and an identical one keeps its number."""
        index = self.known.get(_identity(template, slots))
        if index is None:
            index = self.last + 1
            self._note(index, template, slots)
        return index


def _identity(template: str, slots: Mapping[str, Value]) -> Identity:
    """What makes a fact the same fact: to CLIPS 1 is not 1.0, and a symbol is no string."""
    return template, tuple(sorted((name, type(value), value) for name, value in slots.items()))


def _activation(text: str) -> tuple[str, tuple[int | None, ...]]:
    """Rule and basis of an activation as CLIPS prints it: ``0      pool.full: f-4,*,f-3``.

    >>> _activation("0      pool.full: f-4,*,f-3")
    ('pool.full', (4, None, 3))
    """
    head, _, basis = text.partition(": ")
    name = head.split()[-1]
    indexes = [part.strip() for part in basis.split(",")] if basis.strip() else []
    return name, tuple(int(part[2:]) if part.startswith("f-") else None for part in indexes)
