"""Classes that only hold named values, as of `dataclasses`, at a small part of what those cost a program that starts.

The standard library writes and compiles the methods of each class when its module is imported, for which it imports half
a compiler; a small diagnosis imports sixty such classes and makes things of twenty. Here a class gets its slots, and
methods that all classes share; only its constructor is compiled, when the first thing is made, so that making thousands
takes no longer than with `dataclasses`. Whoever asks for the fields as `dataclasses` does (`dataclasses.asdict`, pytest)
gets them. `NamedTuple` is that of `typing` made in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter, itemgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, TypeVar, cast, dataclass_transform, overload

T = TypeVar("T")

_NOTHING: Any = object()


class _Field:
    """How one value is made and shown, where that is not as usual."""

    __slots__ = ("compare", "default", "factory", "repr")

    def __init__(self, default: Any, factory: Callable[[], Any] | None, repr: bool, compare: bool) -> None:
        self.default, self.factory, self.repr, self.compare = default, factory, repr, compare


_USUAL = _Field(_NOTHING, None, True, True)


def field(
    *,
    default: Any = _NOTHING,
    default_factory: Callable[[], Any] | None = None,
    repr: bool = True,
    compare: bool = True,
) -> Any:
    """A value with a default that is made anew for each thing, or one that is not shown or not compared."""
    return _Field(default, default_factory, repr, compare)


@overload
def record(cls: type[T], /) -> type[T]: ...
@overload
def record(*, frozen: bool = False, weakref: bool = False) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(field_specifiers=(field,))
def record(cls: type[T] | None = None, /, *, frozen: bool = False, weakref: bool = False) -> Any:
    """Make a class of named values from its annotations: with slots, compared by value, in Python's own notation.

    Args:
        cls: the class, where the decorator stands without arguments.
        frozen: nothing may be changed, and the things can be keys.
        weakref: the things may be referred to weakly.

    >>> @record
    ... class Point:
    ...     x: int
    ...     y: int = 0
    ...     marks: list[str] = field(default_factory=list, repr=False)
    >>> Point(1), Point(1) == Point(1, y=0), replace(Point(1, 2), x=3)
    (Point(x=1, y=0), True, Point(x=3, y=2))
    """
    if cls is None:
        return lambda made: _record(made, frozen, weakref)
    return _record(cls, frozen, weakref)


def names_of(thing: object) -> tuple[str, ...]:
    """The names of the values of a record or its class, in order."""
    return cast("tuple[str, ...]", thing.__match_args__)  # type: ignore[attr-defined]


def replace(thing: T, **changes: Any) -> T:
    """The same thing with some values changed."""
    return type(thing)(**{name: getattr(thing, name) for name in names_of(thing)} | changes)


def _record(cls: type, frozen: bool, weakref: bool) -> type:
    inherited = {name: part for base in reversed(cls.__mro__[1:]) for name, part in _fields(base).items()}
    body = dict(cls.__dict__)
    own = {name: _field(body.pop(name, _NOTHING)) for name, kind in _annotated(body) if not kind.startswith("ClassVar")}
    fields = inherited | own
    body.pop("__dict__", None)
    body.pop("__weakref__", None)
    body["__slots__"] = (*(name for name in own if name not in inherited), *(["__weakref__"] if weakref else []))
    body[_FIELDS] = fields
    body["__match_args__"] = tuple(fields)
    body["__dataclass_fields__"] = _Standard(fields)
    body.setdefault("__repr__", _repr)
    compared = [name for name, part in fields.items() if part.compare]
    get: Callable[[Any], Any] = attrgetter(*compared) if len(compared) > 1 else _few(compared)
    body.setdefault("__eq__", _eq(get))
    if frozen:
        body.setdefault("__hash__", lambda self: hash(get(self)))
        body["__setattr__"], body["__delattr__"] = _refuse_set, _refuse_delete
        body.setdefault("__getstate__", _state)
        body.setdefault("__setstate__", _set_state)
    elif body.get("__hash__") is None:
        body["__hash__"] = None
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__init__ = _first(made, fields, frozen)  # type: ignore[misc]
    return made


_FIELDS = "__record_fields__"


def _fields(cls: type) -> dict[str, _Field]:
    return cast("dict[str, _Field]", cls.__dict__.get(_FIELDS, {}))


def _annotated(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    # As text, for all modules postpone their annotations.
    return ((name, str(kind)) for name, kind in body.get("__annotations__", {}).items())


def _field(default: Any) -> _Field:
    if isinstance(default, _Field):
        return default
    if default is _NOTHING:
        return _USUAL
    if isinstance(default, (list, dict, set)):
        raise TypeError("a default that can be changed would be shared: give a default_factory")
    return _Field(default, None, True, True)


def _few(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """The values as a tuple, of which `attrgetter` makes none for one name."""
    return lambda thing: tuple(getattr(thing, name) for name in names)


@recursive_repr()
def _repr(self: Any) -> str:
    fields: dict[str, _Field] = getattr(self, _FIELDS)
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name, part in fields.items() if part.repr)
    return f"{type(self).__qualname__}({shown})"


def _eq(get: Callable[[Any], Any]) -> Callable[[Any, object], Any]:
    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        return get(self) == get(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _refuse_set(self: object, name: str, value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: object, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in names_of(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(names_of(self), state, strict=True):
        object.__setattr__(self, name, value)


def _first(cls: type, fields: dict[str, _Field], frozen: bool) -> Callable[..., None]:
    """A constructor that compiles the real one, puts it in its own place, and calls it."""

    def __init__(self: Any, *values: Any, **named: Any) -> None:  # noqa: N807
        cls.__init__ = init = _compiled(cls, fields, frozen)  # type: ignore[misc]
        init(self, *values, **named)

    return __init__


def _compiled(cls: type, fields: dict[str, _Field], frozen: bool) -> Callable[..., None]:
    names: dict[str, Any] = {"_nothing": _NOTHING, "_set": object.__setattr__}
    parameters, lines = [], []
    for name, part in fields.items():
        value = name
        if part.factory is not None:
            names[f"_make_{name}"] = part.factory
            parameters.append(f"{name}=_nothing")
            value = f"_make_{name}() if {name} is _nothing else {name}"
        elif part.default is not _NOTHING:
            names[f"_else_{name}"] = part.default
            parameters.append(f"{name}=_else_{name}")
        else:
            parameters.append(name)
        lines.append(f" _set(self, {name!r}, {value})" if frozen else f" self.{name} = {value}")
    exec(f"def __init__({', '.join(['self', *parameters])}):\n" + "\n".join(lines or [" pass"]), names)
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


class _Standard:
    """The fields as `dataclasses` describes them, made when somebody asks."""

    def __init__(self, fields: dict[str, _Field]) -> None:
        self.fields = fields
        self.made: Any = None

    def __get__(self, thing: object, owner: type | None = None) -> Any:
        if self.made is None:
            import dataclasses as standard

            twin: Any = type("Twin", (), {"__annotations__": dict.fromkeys(self.fields, "object")})
            for name, part in self.fields.items():
                options: dict[str, Any] = {"repr": part.repr, "compare": part.compare}
                if part.factory is not None:
                    options["default_factory"] = part.factory
                elif part.default is not _NOTHING:
                    options["default"] = part.default
                setattr(twin, name, standard.field(**options))
            self.made = {each.name: each for each in standard.fields(standard.dataclass(twin))}
        return self.made


class _Tuple(tuple[Any, ...]):
    """What all named tuples can do; it is as the standard library says."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()
    _field_defaults: dict[str, Any] = {}  # noqa: RUF012

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Any:
        made = tuple.__new__(cls, values)
        if len(made) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
        return made

    def _replace(self, /, **changes: Any) -> Any:
        made = self._make(map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return made

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({values})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


class _Named(type):
    """Makes a class of named tuples from its annotations; the class itself is of an ordinary type."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
        fields = tuple(body.get("__annotations__", ()))
        defaults = {field_: body.pop(field_) for field_ in fields if field_ in body}
        body.update({name_: _getter(at) for at, name_ in enumerate(fields)})
        body.update(__slots__=(), _fields=fields, _field_defaults=defaults, __match_args__=fields)
        made = type(name, tuple(_Tuple if base is _Marker else base for base in bases), body)
        made.__new__ = _first_new(made, fields, defaults)  # type: ignore[method-assign]
        return made


_Marker: Any = type.__new__(_Named, "_Marker", (), {})


try:
    from _collections import _tuplegetter  # type: ignore[import-not-found, unused-ignore]

    def _getter(at: int) -> Any:
        return _tuplegetter(at, None)
except ImportError:

    def _getter(at: int) -> Any:
        return property(itemgetter(at))


def _first_new(made: type, fields: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    """A constructor that compiles the real one, puts it in its own place, and calls it."""

    def __new__(cls: type, *values: Any, **named: Any) -> Any:  # noqa: N807
        names = ", ".join(fields)
        new = eval(f"lambda _cls, {names}: _new(_cls, ({names}{',' if fields else ''}))", {"_new": tuple.__new__})
        new.__defaults__ = tuple(defaults.values())
        new.__name__, new.__qualname__ = "__new__", f"{made.__qualname__}.__new__"
        made.__new__ = staticmethod(new)  # type: ignore[method-assign]
        return new(cls, *values, **named)

    return staticmethod(__new__)


if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _Base:
        def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
            return (_Marker,)

    NamedTuple = _Base()
