"""One inference: rows in, findings and evidence out, with the firing that made each of them.

Each inference starts from an empty working memory: undo, what-if and resume are a replay. An environment whose inference
came to its end is reset and serves the next one; after anything else it is dropped. The modules are drained one at a time
(an empty focused module hides the agenda from the tracer), and every firing is looked up on the agenda before it runs, so
that its basis facts are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import clips
from clips.routers import Router

from advisor.inference.native import Native, Refused, activation_of
from advisor.inference.net import Net
from advisor.inference.products import Identity, Product, Slots, identity, products_of
from facts.faults import ALL, Fault, Faults, fault_of
from facts.schema import Value

VERSION: str = clips.__version__
"""Of clipspy: the binary image of one version means nothing to another."""
_MOST_KEPT = 5_000
"""An environment that held more facts than this is not kept: CLIPS does not give their memory back."""


class InferenceError(ValueError):
    """CLIPS refused a construct or a row, or a rule failed."""

    code = "kb-does-not-run"

    def __init__(self, message: str, where: str = "") -> None:
        """Take what CLIPS said, and the file at which it said it."""
        super().__init__(message)
        self.where = where


class Fact:
    """One fact in working memory; `index` is the one that CLIPS gave it."""

    __slots__ = ("index", "slots", "template")

    def __init__(self, index: int, template: str, slots: Slots) -> None:
        """Take what it is made with; the rest comes later."""
        self.index = index
        self.template = template
        self.slots = slots


class Firing(NamedTuple):
    """One firing: the rule, its facts in pattern order (None for a negated pattern), and what it asserted."""

    rule: str
    basis: tuple[int | None, ...]
    products: tuple[int, ...]


class Inference:
    """What one inference came to: `supports` lists, for a derived fact, every firing that asserted it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.facts: dict[int, Fact] = {}
        self.firings: list[Firing] = []
        self.supports: dict[int, list[Firing]] = {}
        self.faults: list[Fault] = []
        # Names of the rules of which a firing was discarded, since their right side failed.
        self.failed: set[str] = set()
        self._by_template: dict[str, list[Fact]] = {}
        self._called: dict[tuple[str, Value], list[Fact]] = {}
        self._having: dict[tuple[str, str], dict[Value, list[Fact]]] = {}
        self._sorted = 0

    def of(self, template: str) -> list[Fact]:
        """The facts of one template, in order."""
        self._sort()
        return self._by_template.get(template, [])

    def called(self, template: str, name: Value) -> list[Fact]:
        """Those of one template whose slot `name` says so, in order."""
        self._sort()
        return self._called.get((template, name), [])

    def having(self, template: str, slot: str, value: Value) -> list[Fact]:
        """Those of one template with a value in a slot, in order; `1`, `1.0` and a symbol of like letters are one here."""
        self._sort()
        by_value = self._having.get((template, slot))
        if by_value is None:
            by_value = self._having[template, slot] = {}
            for fact in self._by_template.get(template, []):
                if slot in fact.slots:
                    by_value.setdefault(fact.slots[slot], []).append(fact)
        return by_value.get(value, [])

    def _sort(self) -> None:
        if self._sorted == len(self.facts):
            return
        self._sorted = len(self.facts)
        self._by_template, self._called, self._having = {}, {}, {}
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


class _Memory(NamedTuple):
    """The working memory of one environment, and what it said."""

    native: Native
    errors: _Errors


class Engine:
    """Makes environments with the knowledge base loaded, and runs rows through them."""

    def __init__(self, net: Net, files: Callable[[], Iterable[Path | str]], image: Path | None = None) -> None:
        """Take the parsed net and the files that it was parsed from.

        Args:
            net: the parsed constructs.
            files: gives the same constructs as CLIPS loads them, in order: files, or texts with one construct a line.
            image: a binary image of them, which loads faster, or None.
        """
        self.net = net
        self._files = files
        self._image = str(image) if image else ""
        self._idle: list[_Memory] = []
        self.prepared: dict[bytes, tuple[str, tuple[Product, ...]]] = {}
        """The rules that fired, as CLIPS prints them."""
        self.strict = False
        """Whether a rule that fails ends the inference, as whoever writes rules wants it; else it costs its firing alone."""
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
                    if isinstance(file, Path):
                        loading = str(file)
                        env.load(loading)
                    elif not _load_text(env, file):
                        errors.text = ""
                        for loading in filter(None, file.split("\n")):
                            env.build(loading)
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
            InferenceError: a rule failed, and the engine is strict.
        """
        run = self.start(rows)
        run.finish(told)
        return run.result

    def start(self, rows: Iterable[tuple[str, Mapping[str, Value]]]) -> Run:
        """Run the rules over rows as far as findings; who then knows what may be told finishes the run.

        Raises:
            InferenceError: a rule failed, and the engine is strict.
        """
        run = Run(self)
        for template, slots in rows:
            run.put(template, slots)
        run.drain("FINDINGS")
        return run

    def prepare(self, rule: bytes) -> tuple[str, tuple[Product, ...]]:
        """The name of a rule that CLIPS printed, and what the rule asserts."""
        name = rule.decode()
        self.prepared[rule] = found = name, products_of(self.net, self.net.rules[name])
        return found

    def take(self) -> _Memory:
        """An empty working memory: that of an inference that has ended, or a new one."""
        try:
            memory = self._idle.pop()
        except IndexError:
            env, errors = self.environment()
            return _Memory(Native(env, errors), errors)
        memory.native.reset()
        return memory

    def forget(self) -> None:
        """Drop the memory that is kept: the next inference begins with a new environment."""
        self._idle.clear()

    def give_back(self, memory: _Memory, facts: int) -> None:
        """Keep a memory whose inference came to its end without an error, for the next inference."""
        if not self._idle and facts <= _MOST_KEPT and not memory.errors.text:
            self._idle.append(memory)


def _load_text(env: clips.Environment, text: str) -> bool:
    """Load constructs from a file: of a string, CLIPS asks our router for each character whether that is its own.

    False where no file can be written, or where CLIPS refuses one of them and does not say which.
    """
    from tempfile import NamedTemporaryFile  # not needed where there is an image

    with suppress(OSError, clips.CLIPSError), NamedTemporaryFile("w", encoding="utf-8", suffix=".clp") as file:
        file.write(text)
        file.flush()
        env.load(file.name)
        return True
    return False


class Run:
    """One inference under way; `result` is what it came to until now."""

    def __init__(self, engine: Engine) -> None:
        """Take a working memory of the engine; nobody else has it until `finish` gives it back."""
        self.engine = engine
        self.memory = engine.take()
        self.result = Inference()
        self.known: dict[str, dict[Identity, int]] = {}
        self.last = 0

    def put(self, template: str, slots: Mapping[str, Value]) -> None:
        """Assert one row; one that CLIPS does not take is a fault, and left out."""
        try:
            index = self.memory.native.put(template, slots)
        except (Refused, UnicodeError) as error:
            said = InferenceError(f"{template}: {self.said() or error}")
            self._fails(said.with_traceback(error.__traceback__), f"row of {template}", (template,))
            return
        if self.memory.errors.text:
            self._fails_in_matching()
        self.result.facts[index] = Fact(index, template, dict(slots))
        self.known.pop(template, None)  # listed again when a rule asserts its like
        self.last = max(self.last, index)

    def finish(self, told: Iterable[Mapping[str, Value]] = ()) -> None:
        """Add what was told, and go on to the cases; then the run is over.

        No rule looks at the absence of a told fact, so what was derived without it holds with it.
        """
        for slots in told:
            self.put("told", slots)
        self.drain("FINDINGS")
        self.drain("CASES")
        if not self.result.faults:
            self.engine.give_back(self.memory, self.last)
        del self.memory

    def drain(self, module: str) -> None:
        """Fire every activation of one module, noting its basis and products; one that fails is discarded."""
        errors, prepared, result, native = self.memory.errors, self.engine.prepared, self.result, self.memory.native
        facts, firings, supports = result.facts, result.firings, result.supports
        for shown in native.activations(module):
            rule, basis = activation_of(shown)
            name, products = prepared.get(rule) or self.engine.prepare(rule)
            under = [facts[index].slots if index is not None else None for index in basis]
            try:
                slots = [product.made(under) for product in products]
            except Exception as error:
                native.drop()  # CLIPS would reckon with it as with any other number
                self._fails(
                    InferenceError(f"rule {name}: {error}").with_traceback(error.__traceback__),
                    f"rule {name}",
                    (),
                    name,
                )
                continue
            native.fire()
            if errors.text and errors.text.strip():
                self.last = native.retract_after(self.last)
                self._fails(InferenceError(f"rule {name}: {self.said()}"), f"rule {name}", (), name)
                continue
            made = tuple([self._product(product, *values) for product, values in zip(products, slots, strict=True)])
            firing = tuple.__new__(Firing, (name, basis, made))  # its own constructor takes twice as long
            firings.append(firing)
            if len(firings) == self.engine.most_firings:
                raise InferenceError(f"rule {name}: no end after {self.engine.most_firings} firings")
            for index in made:
                if index in supports:
                    supports[index].append(firing)
                else:
                    supports[index] = [firing]

    def said(self) -> str:
        """What CLIPS wrote to its error channel, which is empty then."""
        text, self.memory.errors.text = self.memory.errors.text.strip(), ""
        return text

    def _fails(self, error: InferenceError, where: str, templates: tuple[str, ...], *rules: str) -> None:
        """Keep a fault of rules or rows, once for each."""
        if self.engine.strict:
            raise error
        self.result.failed.update(rules)
        Faults(self.result.faults).add(fault_of(error, where, affects=lambda: templates))

    def _fails_in_matching(self) -> None:
        """What CLIPS said while it matched a fact: the left sides that it names count as not met."""
        said = self.said()
        rules = [name for name in re.findall(r"rule (?:\w+::)?([\w.-]+)", said) if name in self.engine.net.rules]
        where = f"rule {', '.join(rules)}" if rules else "matching"
        self._fails(InferenceError(f"{where}: {said}"), where, () if rules else (ALL,), *rules)

    def _product(self, product: Product, made: list[Value], key: Identity) -> int:
        """The index of an asserted fact; facts are numbered as they come, and an identical one keeps its number."""
        known = self.known.get(product.template)
        if known is None:
            # not `result.of`, which would list all facts by their templates anew while they come
            known = self.known[product.template] = {
                identity(f.slots): f.index for f in self.result.facts.values() if f.template == product.template
            }
        index = known.get(key)
        if index is None:
            self.last = index = known[key] = self.last + 1
            self.result.facts[index] = Fact(index, product.template, dict(zip(product.slots, made)))  # noqa: B905
        return index
