import json
import os
import subprocess
import unittest
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # An existing server, such as that of `abuse-feed matrix`.
        cls.admin_url = os.environ.get("ABUSE_FEED_ADMIN_URL")
        if cls.admin_url:
            return
        command = ["npx", "abuse-feed", "serve", "--port", "0", "--memory", "--quiet"]
        # It ends with this process, however that ends: nobody holds its standard input then.
        cls.server = subprocess.Popen(
            [*command, "--exit-with-stdin"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        cls.addClassCleanup(cls.server.communicate)
        ready = next(line for line in cls.server.stdout if line.startswith("Ready on "))
        cls.admin_url = ready.split()[2].rstrip(".") + "/__admin"

    def setUp(self):
        # A separate world: parallel tests do not affect it.
        self.world = self.send(self.admin_url + "/worlds", {}, {"name": self.id()})

    def call(self, path, caller="reader", body=None):
        headers = {"Authorization": self.world["tokens"][caller]}
        return self.send(self.world["baseUrl"] + path, headers, body)

    def send(self, url, headers, body):
        data = None if body is None else json.dumps(body).encode()
        headers = {**headers, "Content-Type": "application/json"}
        try:
            answer = urlopen(Request(url, data, headers))
        except HTTPError as refusal:
            answer = refusal
        with answer:
            return json.load(answer)

    def test_a_report_that_is_not_there_is_not_found(self):
        path = "/feed/tunnelco/api?report=00000000-0000-4000-8000-000000000000"
        # The status is not specified; the flag is.
        self.assertFalse(self.call(path)["successful"])


if __name__ == "__main__":
    unittest.main()
