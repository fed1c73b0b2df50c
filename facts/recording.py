"""Which models of drives record shingled (SMR) and manage that by themselves: they say so nowhere.

Not a reader itself. The models are those that the drive database of smartmontools marks with ``(SMR)``, and laptop
drives whose makers list them so; a drive that is not listed may record either way. Zoned drives that the host manages
are another thing.

>>> recording_of("WDC WD40EFAX-68JH4N0"), recording_of("ata-ST8000AS0002-1NA17Z_Z8401234"), recording_of("WD40EFRX")
('shingled', 'shingled', '')
>>> recording_of("ata-ST5000LM000-2AN170_WCJ0RDRP")
'shingled'
"""

from __future__ import annotations

from facts.patterns import lazy

_SHINGLED = lazy(
    r"(?:.*[ _-])?(?:"
    r"WD[2346]0EFAX|WD[2346]0E(?:DAZ|ZAZ|ZBX)|WD10SPSX|WD[12]0SPZX"
    r"|ST(?:2000DM00[58]|3000DM007|[48]000DM004|6000DM003)|ST[568]000AS00[01][12]"
    r"|ST(?:5000LM000|[34]000LM024|2000LM(?:015|007|009|010)|1000LM(?:048|03[578])|500LM030)"
    r"|HDWD2[246]0|HDWT(?:7[24]|8[46])0|HDWL1[12]0|MQ04UBB[24]00|MQ04AB[DF][12]00"
    r")(?:[ _/-]|\Z)"
)


def recording_of(model: str) -> str:
    """``shingled`` for a model that is known to record so, "" for every other one."""
    return "shingled" if _SHINGLED.match(model.strip()) else ""
