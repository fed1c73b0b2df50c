"""Long samplings (vmstat, iostat, sar) to a few facts: sums, episodes, spike trains, plateaus.

A reader turns its output into columns of plain numbers with the line of each sample; what is found in them is the same
for every tool. NaN stands for a value that is not known; a value that is not known never counts as 0.
"""
