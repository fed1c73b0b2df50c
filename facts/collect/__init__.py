"""Captures a host read-only into a bundle that `facts.bundle` opens: here, or by a script for hosts without Python."""
