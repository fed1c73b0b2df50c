"""Ctrl-C waits for the end of a step, comes at once while somebody is waited for, and is never lost."""

from __future__ import annotations

import signal

import pytest

from advisor.interrupts import Interrupts


def test_an_interrupt_in_a_step_comes_after_it() -> None:
    with Interrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()
        interrupts.check()


def test_an_interrupt_in_a_step_comes_before_somebody_is_waited_for() -> None:
    with Interrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt), interrupts.waiting():
            pytest.fail("it waits")


def test_while_somebody_is_waited_for_it_comes_at_once() -> None:
    with Interrupts() as interrupts, interrupts.waiting(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_second_one_is_not_held_back() -> None:
    with Interrupts():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_afterwards_interrupts_come_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interrupts():
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before
