"""Files and words made to break the program, put into every place that takes them.

- ``entries``: the table of places, each a function of bytes that must end soon, in bounded memory, and raise nothing;
- ``mutations``: what is done to real texts; ``seeds``: where those come from;
- ``python -m tests.fuzz.run``: many inputs, counted; ``python -m tests.fuzz.guided``: led by coverage, with atheris;
- ``corpus/ENTRY/``: inputs that once broke it. The suite runs them all, and a few new ones.
"""
