"""The distance of misspelt words is the one of the library that it stands for."""

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from advisor.chat.spelling import distance

_WORDS = st.text("abcd", max_size=9)


@given(_WORDS, _WORDS, st.integers(0, 4))
def test_distance(typed: str, form: str, most: int) -> None:
    assert distance(typed, form, most) == min(OSA.distance(typed, form), most + 1)
