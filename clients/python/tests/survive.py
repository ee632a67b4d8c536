"""Makes decisions and rewards them, one after the other, and prints a line for each; the service may be killed meanwhile.

Usage: survive.py ADDRESS BANDIT ROUNDS
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from attune_client import Client  # noqa: E402

address, bandit, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
client = Client(address, retry_for=120)
for _ in range(rounds):
    decision = client.decide(bandit, ["tea", "coffee"], context={"country": "DE"})
    print(client.reward(decision.id, 1), flush=True)
