"""Other programs at work: floats are made here, turned into rationals at once, judged exactly.

Each adapter asks a real program (an optional package) for its answer; what the answer is worth is
then decided with the integers and enclosures of ``exact``, never with a float.
"""
