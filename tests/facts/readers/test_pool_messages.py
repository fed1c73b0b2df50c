"""What zpool says of a pool in words: every text and every message id that OpenZFS and Solaris print is known."""

import pytest

from facts.pool_messages import condition_of, message_of
from facts.schema import templates

TEXTS = {
    "One or more devices could not be opened.  Sufficient replicas exist for\n\tthe pool": "devices-missing",
    "One or more devices could not be used because the label is missing or\n\tinvalid.": "bad-label",
    "One or more devices has experienced an unrecoverable error.  An\n\tattempt was": "device-errors",
    "One or more devices has been taken offline by the administrator.": "device-offline",
    "One or more devices has been removed by the administrator.": "device-removed",
    "One or more devices have been removed.\n\tSufficient replicas": "device-removed",
    "One or more devices is currently being resilvered.  The pool will": "resilvering",
    "One or more devices have been sequentially resilvered, scrubbing": "scrub-recommended",
    "One or more devices has experienced an error resulting in data\n\tcorruption.": "data-corrupted",
    "The pool metadata is incomplete or corrupted and the pool cannot be opened.": "metadata-corrupted",
    "The pool metadata is corrupted and the pool cannot be opened.": "metadata-corrupted",
    "The pool data is corrupted.": "metadata-corrupted",
    "The pool is formatted using an older on-disk format.": "version-old",
    "The pool is formatted using a legacy on-disk format.": "version-old",
    "The pool has been upgraded to a newer, incompatible on-disk version.": "version-too-new",
    "The pool is formatted using an incompatible version.": "version-too-new",
    "Some supported and requested features are not enabled on the pool.": "features-disabled",
    "This pool has a compatibility list specified, but it could not be": "compatibility",
    "One or more features are enabled on the pool despite not being\n\trequested by the 'compatibility' property.":
        "compatibility",
    "The pool cannot be accessed on this system because it uses the\n\tfollowing feature(s) not supported on this system:":
        "features-unsupported",
    "The pool can only be accessed in read-only mode on this system. It": "features-unsupported",
    "One or more devices are faulted in response to persistent errors.": "devices-faulted",
    "One or more failure domains are faulted. The storage devices may be": "devices-faulted",
    "The pool is suspended because multihost writes failed or were delayed;": "suspended-multihost",
    "One or more devices are faulted in response to IO failures.": "io-failure",
    "An intent log record could not be read.": "bad-log",
    "One or more devices are configured to use a non-native block size.": "non-native-block-size",
    "Mismatch between pool hostid and system hostid on imported pool.": "other-host",
    "The pool was last accessed by another system.": "other-host",
    "The pool is currently imported by another system.": "other-host",
    "One or more devices are missing from the system.": "devices-missing",
    "One or more devices contains corrupted data.": "bad-label",
    "Errata #4 detected.": "errata",
}  # fmt: skip
IDS = "14 2Q 3C 4J 5E 6X 72 8A 9P A5 EY HC JQ MM K4 ER FD".split()


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_is_known(text: str) -> None:
    assert condition_of(text) == TEXTS[text]
    assert TEXTS[text] in templates()["zpool-status"].slots["condition"].allowed


@pytest.mark.parametrize("end", IDS)
def test_every_id_is_known_at_each_address(end: str) -> None:
    for site in ("https://openzfs.github.io/openzfs-docs", "http://www.sun.com", "http://illumos.org",
                 "http://zfsonlinux.org", "http://support.oracle.com"):  # fmt: skip
        assert message_of(f"{site}/msg/ZFS-8000-{end}") == f"ZFS-8000-{end}"
    assert condition_of("a text of a later release", f"ZFS-8000-{end}") is not None


def test_the_text_outweighs_the_id() -> None:
    assert condition_of("One or more devices are faulted in response to IO failures.", "ZFS-8000-8A") == "io-failure"
