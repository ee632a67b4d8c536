"""The client against a real service, whose address is in the environment variable ATTUNE."""

import os
import socket
import sys
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from attune_client import UNREACHABLE, AttuneError, Client  # noqa: E402

DRINKS = ["tea", "coffee"]
PREFIX = f"python-{os.getpid()}-"


class ServiceTest(unittest.TestCase):
    def setUp(self):
        self.client = Client(os.environ["ATTUNE"])
        self.name = PREFIX + self._testMethodName
        self.client.create(self.name)
        self.addCleanup(self.client.close)
        self.addCleanup(self.client.delete, self.name)

    def test_decides_and_rewards(self):
        decision = self.client.decide(self.name, DRINKS, context={"country": "DE", "age": 31, "tags": ["new"]})

        self.assertIn(decision.arm, DRINKS)
        self.assertEqual(decision.probability, 0.5)
        self.assertEqual(decision.round, 1)
        self.assertFalse(decision.repeated)
        self.assertEqual(self.client.reward(decision.id, 1), "counted")
        self.assertEqual(self.client.reward(decision.id, 1), "not-first")

    def test_the_same_id_gets_the_same_decision(self):
        first = self.client.decide(self.name, DRINKS, id="order-17", top=2)
        again = self.client.decide(self.name, DRINKS, id="order-17", top=2)

        self.assertEqual((again.id, again.arm, again.ranking), (first.id, first.arm, first.ranking))
        self.assertEqual(len(first.ranking), 1)
        self.assertTrue(again.repeated)

    def test_a_reward_with_an_id_counts_once(self):
        decision = self.client.decide(self.name, DRINKS)

        self.assertEqual(self.client.reward(decision.id, 1, id="click-1"), "counted")
        self.assertEqual(self.client.reward(decision.id, 1, id="click-1"), "duplicate")

    def test_an_unknown_decision_is_an_outcome(self):
        self.assertEqual(self.client.reward("AAAAAQAAAAAAAAABAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAAA", 1), "unknown")

    def test_batches_keep_their_order(self):
        decisions = self.client.decide_all(self.name, [{"arms": DRINKS}, {"arms": DRINKS, "context": {"age": 3}}])

        self.assertEqual([decision.round for decision in decisions], [1, 2])
        self.assertEqual(self.client.reward_all([(decisions[1].id, 1), ("nonsense", 1)]), ["counted", "unknown"])

    def test_learns_from_choices_of_the_caller(self):
        seen = self.client.observe(self.name, "tea", DRINKS, probability=0.2, reward=1)

        self.assertEqual(seen.arm, "tea")
        self.assertEqual(self.client.reward(seen.id, 1), "not-first")

    def test_catalogue_pause_and_floor(self):
        self.assertEqual(self.client.catalogue(self.name, [("tea", {"price": 2.5}), "coffee"]), 1)
        self.client.floor(self.name, 0.1)
        self.client.control(self.name, {"arm": "tea"})
        self.client.count(self.name)
        with self.assertRaises(AttuneError) as unknown:
            self.client.acknowledge(self.name, 7)
        self.assertEqual(unknown.exception.kind, "not-found")
        self.assertEqual(self.client.decide(self.name, arm_ids=["coffee"]).arm, "coffee")
        self.client.retire(self.name, "coffee")
        self.assertEqual(self.client.decide(self.name).arm, "tea")
        self.client.pause(self.name)
        with self.assertRaises(AttuneError) as refused:
            self.client.decide(self.name)
        self.assertEqual((refused.exception.kind, refused.exception.status), ("paused", 409))
        self.client.resume(self.name)
        self.assertEqual(self.client.inspect(self.name)["state"]["decisions"], 2)
        self.assertIn(self.name, [bandit.name for bandit in self.client.list()])

    def test_explains_a_decision(self):
        decision = self.client.decide(self.name, DRINKS)

        self.assertEqual(self.client.explain(decision.id)["arm"], decision.arm)

    def test_an_error_names_the_field(self):
        with self.assertRaises(AttuneError) as refused:
            self.client.decide(self.name, ["tea", "tea"])
        self.assertEqual((refused.exception.kind, refused.exception.status), ("invalid-request", 400))
        self.assertTrue(refused.exception.field.startswith("arms[1]"), refused.exception.field)

    def test_threads_share_a_client(self):
        failures = []

        def visit():
            try:
                for _ in range(10):
                    self.client.reward(self.client.decide(self.name, DRINKS).id, 1)
            except AttuneError as e:
                failures.append(e)

        threads = [threading.Thread(target=visit) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(self.client.inspect(self.name)["state"]["decisions"], 80)


class RetryTest(unittest.TestCase):
    """Answers are prepared, because a real service loses none on request."""

    OK = b'{"decision":"x","arm":"tea","probability":null,"setting":{},"round":1,"ranking":[],"repeated":true}'

    def serve(self, answers):
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        bodies = []

        def run():
            for status, body in answers:
                caller, _ = listener.accept()
                with caller:
                    request = b""
                    while b"}" not in request:
                        request += caller.recv(1 << 14)
                    bodies.append(request.partition(b"\r\n\r\n")[2])
                    if status:
                        caller.sendall(b"HTTP/1.1 %d X\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
                                       % (status, len(body), body))

        threading.Thread(target=run, daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}", bodies

    def test_a_lost_answer_is_requested_again_with_the_same_id(self):
        address, bodies = self.serve([(0, b""), (503, b""), (200, self.OK)])

        self.assertEqual(Client(address).decide("drinks", ["tea"]).arm, "tea")
        self.assertEqual(len(bodies), 3)
        self.assertEqual(len(set(bodies)), 1)
        self.assertRegex(bodies[0].decode(), '"id": "[A-Za-z0-9_-]{22}"')

    def test_a_bandit_is_not_created_twice(self):
        address, bodies = self.serve([(0, b""), (200, self.OK)])

        with self.assertRaises(AttuneError) as failed:
            Client(address).create("drinks")
        self.assertEqual(failed.exception.kind, UNREACHABLE)
        self.assertEqual(len(bodies), 1)

    def test_gives_up_in_time(self):
        with socket.create_server(("127.0.0.1", 0)) as unused:
            port = unused.getsockname()[1]
        began = time.monotonic()
        with self.assertRaises(AttuneError) as failed:
            Client(f"http://127.0.0.1:{port}", retry_for=0.3).decide("drinks", ["tea"])
        self.assertEqual((failed.exception.kind, failed.exception.status), (UNREACHABLE, 0))
        self.assertLess(time.monotonic() - began, 10)

    def test_an_address_must_be_one(self):
        with self.assertRaisesRegex(ValueError, "http://localhost:8080"):
            Client("localhost:8080")


if __name__ == "__main__":
    unittest.main()
