"""How hard Hypothesis tries: ``dev`` on a desk, ``ci`` where CI is set, ``thorough`` on request.

Choose another profile with ``pytest --hypothesis-profile=thorough``.
"""

import os

from hypothesis import settings

# An exact computation may take long at one example and not at the next: time is no criterion.
settings.register_profile("dev", deadline=None, max_examples=40)
# The same examples in every run: a red build can be repeated.
settings.register_profile("ci", deadline=None, max_examples=100, derandomize=True, database=None)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
