"""Runbooks: the procedure of a case as a page to keep offline, for any host or filled in for one."""
