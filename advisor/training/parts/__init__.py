"""Mechanisms from which simulated hosts are built; each is stepped in simulated time and keeps its own account."""
