"""Hosts made from models of mechanisms, with what their tools print; the label comes from the model."""

from tests.generated.build import KINDS, host
from tests.generated.model import Host

__all__ = ["KINDS", "Host", "host"]
