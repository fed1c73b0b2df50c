"""Records behave as dataclasses with slots, and compile nothing before the first is made."""

import copy
import dataclasses
import pickle
import typing
import weakref

import pytest

from facts.records import NamedTuple, field, names_of, record, replace


@record
class Part:
    """A record."""

    name: str
    size: int = 1
    marks: list[str] = field(default_factory=list)
    note: str = field(default="", repr=False, compare=False)


@record(frozen=True)
class Key:
    """One that can be a key."""

    host: str
    number: float = 0.0


@dataclasses.dataclass(slots=True)
class LikePart:
    """The same as a dataclass."""

    name: str
    size: int = 1
    marks: list[str] = dataclasses.field(default_factory=list)
    note: str = dataclasses.field(default="", repr=False, compare=False)


@record
class More(Part):
    """One with more values."""

    extra: int = 0


@record(weakref=True)
class Held:
    """One that may be referred to weakly."""

    value: int


def test_shown_and_compared_as_a_dataclass() -> None:
    mine, standard = Part("a", 2, ["x"], "n"), LikePart("a", 2, ["x"], "n")
    assert repr(mine) == repr(standard).replace("LikePart", "Part")
    assert mine == Part("a", 2, ["x"], "other")
    assert mine != Part("a", 3, ["x"])
    assert mine.__eq__(standard) is NotImplemented
    assert Part("a").marks is not Part("a").marks
    assert replace(mine, size=5) == Part("a", 5, ["x"])
    assert names_of(mine) == ("name", "size", "marks", "note")


def test_takes_what_a_dataclass_takes() -> None:
    for arguments, named in (((), {}), (("a", 1, [], "", 5), {}), (("a",), {"name": "b"}), (("a",), {"other": 1})):
        for kind in (Part, LikePart):
            with pytest.raises(TypeError):
                kind(*arguments, **named)
    assert Part(size=3, name="b") == Part("b", 3)


def test_has_slots_alone() -> None:
    with pytest.raises(AttributeError):
        Part("a").other = 1  # type: ignore[attr-defined]
    assert not hasattr(Part("a"), "__dict__")
    with pytest.raises(TypeError):
        hash(Part("a"))
    with pytest.raises(TypeError):
        weakref.ref(Part("a"))
    held = Held(1)
    assert weakref.ref(held)() is held


def test_frozen() -> None:
    key = Key("db1", 2.0)
    assert {key: 1}[Key("db1", 2.0)] == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        key.host = "db2"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del key.host


def test_compares_values_as_a_tuple_of_them_does() -> None:
    unequal = float("nan")
    assert Key("a", unequal) == Key("a", unequal)
    assert Held(1) != Held(2)


@pytest.mark.parametrize("thing", [Part("a", 2, ["x"]), Key("a", 1.5), More("a", extra=4)])
def test_packs_and_copies(thing: object) -> None:
    assert pickle.loads(pickle.dumps(thing)) == thing
    assert copy.deepcopy(thing) == thing
    assert type(thing)(**{name: getattr(thing, name) for name in names_of(thing)}) == thing


def test_inherits() -> None:
    assert repr(More("a", extra=4)) == "More(name='a', size=1, marks=[], extra=4)"
    assert More.__slots__ == ("extra",)  # type: ignore[attr-defined]
    assert More("a") != Part("a")


def test_tells_its_fields_to_dataclasses() -> None:
    assert dataclasses.asdict(Part("a")) == {"name": "a", "size": 1, "marks": [], "note": ""}
    assert [f.name for f in dataclasses.fields(Key)] == ["host", "number"]


def test_refers_to_itself() -> None:
    part = Part("a")
    part.marks.append(part)  # type: ignore[arg-type]
    assert repr(part) == "Part(name='a', size=1, marks=[...])"


def test_a_shared_default_is_refused() -> None:
    with pytest.raises(TypeError, match="shared"):

        @record
        class Wrong:
            marks: list[str] = []  # noqa: RUF012


class Named(NamedTuple):
    """A named tuple."""

    name: str
    size: int = 1
    mark: str = ""

    @property
    def whole(self) -> str:
        return f"{self.name}{self.size}"


class LikeNamed(typing.NamedTuple):
    """The same of the standard library."""

    name: str
    size: int = 1
    mark: str = ""


def test_named_tuples_are_as_those_of_the_standard_library() -> None:
    for arguments, changes in ((("a",), {}), (("a", 2), {"mark": "x"}), ((), {"name": "b", "size": 4})):
        mine, standard = Named(*arguments, **changes), LikeNamed(*arguments, **changes)
        assert repr(mine) == repr(standard).replace("LikeNamed", "Named")
        assert tuple(mine) == tuple(standard)
        assert (mine.name, mine.size, mine.mark) == (standard.name, standard.size, standard.mark)
        assert mine._replace(size=9) == Named(mine.name, 9, mine.mark)
        assert mine._asdict() == standard._asdict()
        assert pickle.loads(pickle.dumps(mine)) == mine
        assert type(copy.copy(mine)) is Named
        assert hash(mine) == hash(standard)
    assert (Named._fields, Named._field_defaults) == (LikeNamed._fields, LikeNamed._field_defaults)
    assert Named("a").whole == "a1"
    assert Named._make(["a", 2, "c"]) == Named("a", 2, "c")
    match Named("a", 3):
        case Named(name, size):
            assert (name, size) == ("a", 3)


def test_named_tuples_refuse_what_those_of_the_standard_library_refuse() -> None:
    for kind in (Named, LikeNamed):
        for arguments, changes in (((), {}), (("a", 1, "", 2), {}), (("a",), {"other": 1})):
            with pytest.raises(TypeError):
                kind(*arguments, **changes)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="unexpected"):
            kind("a")._replace(other=1)  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            kind._make(["a"])
        with pytest.raises(AttributeError):
            kind("a").name = "b"  # type: ignore[misc]
        assert not hasattr(kind("a"), "__dict__")
