"""The service with nothing but Python's standard library.

The first line on stdin is {"seed": ..., "choices": [...], "port": 0}; the first line on stdout is
the port. The process ends when stdin does.
"""

import json
import os
import re
import sys
import threading
import time
import uuid
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

config = json.loads(sys.stdin.readline())
CHOICES = set(config["choices"])
CALLERS = {caller["token"]: caller for caller in config["seed"]["callers"]}
SERVICES = set(config["seed"]["services"])
ANALYSES = {
    analysis[kind]: analysis
    for analysis in config["seed"]["analyses"]
    for kind in ("sha256Hash", "sha512Hash", "blake3Hash")
}
FIELDS = ("tags", "c2Address", "file256Hash", "referenceLink", "confidenceScore")
REQUIRED = FIELDS
if "optional-fields" in CHOICES:
    REQUIRED = ("c2Address", "file256Hash")
if "only-required-all" in CHOICES:
    REQUIRED = ()
LATER = next((int(name[6:]) / 1000 for name in CHOICES if name.startswith("later-")), 0)
QUOTA = next((name.split("-") for name in CHOICES if name.startswith("quota-")), None)

lock = threading.Lock()
reports = {}  # id: report, service, creator, shown (time), gone (time or None)
calls = {}  # name of a caller: times of the lookups which count


class ApiError(Exception):
    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def normal_link(link):
    match = re.fullmatch(r"(https?)://([^/?#]*)([^?#]*)(.*)", link, re.I | re.S)
    if not match:
        return link
    scheme, authority, path, rest = match.groups()
    user, at, host = authority.rpartition("@")
    host = host.lower().removesuffix(":80" if scheme.lower() == "http" else ":443")
    segments, kept = path.split("/")[1:], []
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments and segments[-1] in (".", ".."):
        kept.append("")
    tail = "/" + "/".join(kept) + rest
    tail = re.sub("%[0-9a-fA-F]{2}", lambda escape: escape[0].upper(), tail)
    return f"{scheme.lower()}://{user}{at}{host}{tail}"


def is_link(value):
    if not isinstance(value, str):
        return False
    try:
        parts = urlsplit(value)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def is_score(value):
    if type(value) is float and value.is_integer():
        return "score-integral-float" in CHOICES
    return type(value) is int and ("score-32-bit" not in CHOICES or -(2**31) <= value < 2**31)


def refuse(constant):  # NaN and Infinity are not JSON, though Python reads them
    raise ValueError(constant)


def read_draft(body):
    if not isinstance(body, dict):
        raise ApiError(400, "the body must be a JSON object")
    digits = "[0-9a-fA-F]{64}" if "hash-any-case" in CHOICES else "[0-9a-f]{64}"
    checks = {
        "tags": lambda v: isinstance(v, list) and all(isinstance(tag, str) for tag in v),
        "c2Address": lambda v: isinstance(v, str) and re.fullmatch(r"[^\s/]+:\d{1,5}", v, re.A),
        "file256Hash": lambda v: isinstance(v, str) and re.fullmatch(digits, v),
        "referenceLink": is_link,
        "confidenceScore": is_score,
    }
    draft = {name: body[name] for name in FIELDS if name in body}
    for name in FIELDS:
        if name in REQUIRED and name not in draft:
            raise ApiError(400, f"{name}: required")
        if name in draft and not checks[name](draft[name]):
            raise ApiError(400, f"{name}: invalid value")
    if "tags" in draft and "tags-tidy" in CHOICES:
        draft["tags"] = list(dict.fromkeys(tag.strip() for tag in draft["tags"] if tag.strip()))
    if "c2Address" in draft and "host-tidy" in CHOICES:
        host, _, port = draft["c2Address"].rpartition(":")
        draft["c2Address"] = f"{host.lower().removesuffix('.')}:{port}"
    if "referenceLink" in draft and "link-href" in CHOICES:
        draft["referenceLink"] = normal_link(draft["referenceLink"])
    if "confidenceScore" in draft:
        draft["confidenceScore"] = int(draft["confidenceScore"])
    if "file256Hash" in draft:
        draft["file256Hash"] = draft["file256Hash"].lower()
    return draft


def new_id():
    value = str(uuid.uuid1() if "time-ids" in CHOICES else uuid.uuid4())
    return value.upper() if "upper-ids" in CHOICES else value


def create(caller, service, body):
    if not caller["researcher"]:
        raise ApiError(403, "researchers only")
    if service not in SERVICES:
        raise ApiError(404, "unknown service")
    draft = read_draft(body)
    status = 202 if LATER else 201
    if "idempotent-create" in CHOICES:
        for key, old in reports.items():
            same = all(old["report"].get(name) == draft.get(name) for name in FIELDS)
            mine = old["creator"] == caller["name"] and old["service"] == service
            if same and mine and old["gone"] is None:
                return status, {"id": key, "successful": True}
    offset = timedelta(hours=-5) if "plain-utc-offset" in CHOICES else timedelta(0)
    report = {
        "id": new_id(),
        "name": f"{service}-{len(reports) + 1:04}",
        **draft,
        "reportedAt": datetime.now(timezone(offset)).strftime("%Y-%m-%d %H:%M:%S"),
        "reportedBy": caller["name"],
        "firstSeenID": new_id(),
    }
    shown = time.time() + LATER
    stored = {"report": report, "creator": caller["name"], "service": service}
    reports[report["id"]] = {**stored, "shown": shown, "gone": None}
    return status, {"id": report["id"], "successful": True}


def find(service, query):
    values = parse_qs(query).get("report", [])
    if len(values) != 1:
        raise ApiError(400, "one parameter report is required")
    found, now = reports.get(values[0]), time.time()
    gone = not found or (found["gone"] is not None and found["gone"] <= now)
    if gone or found["service"] != service or now < found["shown"]:
        raise ApiError(404, "report not found")
    return found


def delete(caller, service, query):
    found = find(service, query)
    if found["creator"] != caller["name"] and service not in caller["owns"]:
        raise ApiError(403, "only its creator or the service may delete a report")
    later = "delete-later" in CHOICES
    if found["gone"] is None:
        found["gone"] = time.time() + (0.5 if later else 0)
    flags = {"success": True, "successful": True} if "both-flags" in CHOICES else {"success": True}
    return 202 if later else 200, {"message": "report deleted", **flags}


def look_up(caller, digest):
    now = time.time()
    counted = calls.setdefault(caller["name"], [])
    if QUOTA:
        kind, span = QUOTA[1], int(QUOTA[2])
        if kind == "sliding":
            counted[:] = [moment for moment in counted if now < moment + span]
        elif counted and kind == "fixed" and now >= counted[0] + span:
            counted.clear()
        elif counted and kind == "clock" and now // span != counted[0] // span:
            counted.clear()
    if caller["remaining"] is not None:  # None: any number
        if len(counted) >= caller["remaining"]:
            raise ApiError(403, "no remaining requests")
        counted.append(now)
    if digest.lower() not in ANALYSES:
        raise ApiError(404 if "misses-404" in CHOICES else 400, "no analysis for this hash")
    return 200, ANALYSES[digest.lower()]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def handle_request(self):
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or not length.isdecimal():
            return self.send_error(411, "send a Content-Length")
        raw = self.rfile.read(int(length))
        path, _, query = self.path.partition("?")
        try:
            caller = CALLERS.get(self.headers.get("Authorization", ""))
            if caller is None:
                raise ApiError(401, "token required")
            with lock:
                status, body = self.route(caller, path.split("/")[1:], query, raw)
        except ApiError as error:
            return self.fail(error.status, str(error))
        except (ValueError, RecursionError):
            return self.fail(400, "malformed JSON")
        self.reply(status, body)

    do_GET = do_POST = do_DELETE = handle_request

    def route(self, caller, parts, query, raw):
        if self.command == "GET" and len(parts) == 3 and parts[:2] == ["private", "sample"]:
            return look_up(caller, parts[2])
        if len(parts) == 3 and (parts[0], parts[2]) == ("feed", "api"):
            service = unquote(parts[1])
            if self.command == "POST":
                return create(caller, service, json.loads(raw, parse_constant=refuse))
            if self.command == "DELETE":
                return delete(caller, service, query)
            return 200, {"report": find(service, query)["report"], "successful": True}
        raise ApiError(404, "no such operation")

    def fail(self, status, text):
        if not self.path.startswith("/private/"):
            shown = 200 if "errors-200" in CHOICES else status
            return self.reply(shown, {"error": text, "successful": False})
        if "misses-empty" in CHOICES:
            return self.reply(status, None)
        other = {"status": status, "detail": text}
        self.reply(status, other if "misses-404" in CHOICES else {"error": text})

    def reply(self, status, body):
        if body is not None and "extra-fields" in CHOICES:
            body = {**body, "requestId": str(uuid.uuid4())}
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if "connection-close" in CHOICES:
            self.send_header("Connection", "close")
        if body is not None:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def send_error(self, code, message=None, explain=None):
        self.close_connection = True
        self.path = getattr(self, "path", "")
        self.reply(code, {"error": message or "bad request", "successful": False})

    def log_message(self, *_):
        pass


class Service(ThreadingHTTPServer):
    request_queue_size = 128


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


server = Service(("127.0.0.1", config["port"]), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=end_with_parent, daemon=True).start()
server.serve_forever()
