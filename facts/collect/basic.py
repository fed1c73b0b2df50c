r"""POSIX basic regular expressions, held by Python's `re` as `sed` holds them.

Only what both know: ``*``, ``\{m,n\}``, ``\(``, ``\)``, ``.``, sets, the anchors, ``\n`` for a line end in the pattern space.

>>> python_of(r"a\(b+\)\{2\}[^\"]*")
'a(b\\+){2}[^\\\\"]*'
>>> literal_of(anycase("pass") + r"\n*x*end-of")
'end-of'
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise


def anycase(word: str) -> str:
    """A word in letters of either case.

    >>> anycase("db-1")
    '[Dd][Bb]-1'
    """
    return "".join(f"[{c.upper()}{c.lower()}]" if c.isalpha() else c for c in word)


def _atoms(basic: str) -> Iterator[str]:
    """The expression in its smallest pieces: a character, an escape, a set, an interval."""
    at = 0
    while at < len(basic):
        end = at + 1
        if basic[at] == "[":
            end = basic.index("]", at + (3 if basic[at + 1] == "^" else 2)) + 1
        elif basic.startswith(r"\{", at):
            end = basic.index(r"\}", at) + 2
        elif basic[at] == "\\":
            end = at + 2
        yield basic[at:end]
        at = end


def _of_set(atom: str) -> str:
    negated = atom[1] == "^"
    inside = atom[2 if negated else 1 : -1]
    return f"[{'^' if negated else ''}" + "".join(rf"\{c}" if c in r"\[]" else c for c in inside) + "]"


def python_of(basic: str) -> str:
    """The same expression in Python's syntax."""
    found = []
    for atom in _atoms(basic):
        if atom[0] == "[":
            found.append(_of_set(atom))
        elif atom.startswith(r"\{"):
            found.append("{" + atom[2:-2] + "}")
        elif atom in (r"\(", r"\)"):
            found.append(atom[1])
        else:
            found.append(rf"\{atom}" if atom in ("(", ")", "{", "}", "+", "?", "|") else atom)
    return "".join(found)


def literal_of(basic: str) -> str:
    """The longest text, in lower case, that every match holds; "" where there is none."""
    runs, run = [""], ""
    atoms = [*_needed([*_atoms(basic)]), ""]
    for atom, after in pairwise(atoms):
        char = "" if after == "*" or after.startswith(r"\{0") else _char_of(atom)
        run += char
        if not char or after.startswith(r"\{"):
            runs.append(run)
            run = ""
    return max([*runs, run], key=len)


def _needed(atoms: list[str]) -> Iterator[str]:
    """The pieces without the brackets, and without what stands in brackets that may be left out."""
    begun: list[int] = []
    left_out: set[int] = set()
    for at, atom in enumerate(atoms):
        if atom == r"\(":
            begun.append(at)
        elif atom == r"\)":
            first = begun.pop()
            after = atoms[at + 1] if at + 1 < len(atoms) else ""
            if after == "*" or after.startswith(r"\{"):
                left_out |= {*range(first + 1, at)}
    # A bracket stays as a break where something was left out: "." stands for it.
    return (
        "." if atom == r"\)" and at - 1 in left_out else atom
        for at, atom in enumerate(atoms)
        if at not in left_out and (atom not in (r"\(", r"\)") or at - 1 in left_out)
    )


def _char_of(atom: str) -> str:
    if len(atom) == 3 and atom[0] == "[":
        return atom[1].lower()
    if len(atom) == 4 and atom[0] == "[" and atom[1].isalpha() and atom[1].lower() == atom[2].lower():
        return atom[2].lower()
    if len(atom) == 2 and atom[0] == "\\":
        return atom[1] if atom[1] in ".*[]$^\\" else ""
    return "" if len(atom) != 1 or atom in "*.^$" else atom.lower()
