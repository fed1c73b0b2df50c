"""Tests of capturing a host."""
