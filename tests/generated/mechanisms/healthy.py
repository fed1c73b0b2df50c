"""Nothing is wrong."""

from tests.generated.mechanism import Mechanism
from tests.generated.systems import ALL

ROLES = ("oracle", "postgres", "mysql", "files", "vms", "apps", "backup")

MECHANISMS = (Mechanism("healthy", ALL, ROLES, (), moment="during", cause="nothing"),)
