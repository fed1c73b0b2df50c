"""Small programs that stand in for the tools of the fixes, and the scratch root in which they are run."""
