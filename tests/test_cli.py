"""The command line as people use it: real processes, real signals, a real server."""

from __future__ import annotations

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

WEFT = [sys.executable, "-m", "weft"]


def weft(*arguments: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*WEFT, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=cwd,
        env={**os.environ, **environment},
        check=False,
    )


@contextmanager
def running(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """A small real server on a free port of loopback."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def http_server(handle) -> Iterator[str]:
    """Serve what `handle(path)` gives: status, type, body and seconds to wait."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, kind, body, seconds = handle(self.path)
            time.sleep(seconds)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            pass

    with running(Handler) as url:
        yield url


def endless(path: str) -> tuple[int, str, bytes, float]:
    """A site without end, each page leading to three more."""
    if path == "/robots.txt":
        return 404, "text/plain", b"", 0
    return 200, "text/html", "".join(f'<a href="{path}{n}/">x</a>' for n in "abc").encode(), 0.02


def one_sentence(result: subprocess.CompletedProcess[str]) -> str:
    """The error of a failed command: one line, no traceback, exit code 1."""
    assert result.returncode == 1, result
    assert "Traceback" not in result.stderr
    lines = [line for line in result.stderr.splitlines() if line.startswith("weft: ")]
    assert len(lines) == 1, result.stderr
    return lines[0]


class TestDemo:
    """The built-in forum, from crawl to export."""

    @pytest.fixture(scope="class")
    @classmethod
    def archive(cls, tmp_path_factory: pytest.TempPathFactory) -> Path:
        folder = tmp_path_factory.mktemp("demo") / "archive"
        result = weft("crawl", "demo:", "--out", folder)
        assert result.returncode == 0, result.stderr
        assert "Done: every URL discovered was dealt with." in result.stdout
        assert "URLs discovered" in result.stdout
        return folder

    def test_status_counts_what_the_archive_holds(self, archive: Path):
        """The states add up to what was discovered."""
        counts = json.loads(weft("status", archive, "--json").stdout)
        assert counts["discovered"] == sum(counts["by_state"].values()) > 300
        assert counts["by_state"]["queued"] == counts["by_state"]["leased"] == 0
        assert counts["requests"] >= counts["by_state"]["fetched"]
        assert "URLs discovered" in weft("status", archive).stdout

    def test_a_finished_crawl_says_so_again(self, archive: Path):
        """Running the same command makes no request and gives the same account."""
        result = weft("crawl", "demo:", "--out", archive, "--json")
        report = json.loads(result.stdout)
        assert result.returncode == 0
        assert report["ending"] == "done"
        assert report["run"]["pages"] == 0

    def test_export_gives_a_warc_other_programs_read(self, archive: Path, tmp_path: Path):
        """One file; warcio finds a response for every kept page and no fault."""
        out = tmp_path / "forum.warc.gz"
        result = weft("export", archive, "--format", "warc", "--out", out)
        assert result.returncode == 0, result.stderr
        with out.open("rb") as stream:
            responses = [r for r in ArchiveIterator(stream, check_digests=True) if r.rec_type == "response"]
        counts = json.loads(weft("status", archive, "--json").stdout)
        assert len(responses) == sum(counts["statuses"].values())

    def test_urls_can_be_listed_with_their_reasons(self, archive: Path):
        """Every URL discovered, by state."""
        rows = weft("status", archive, "--list", "excluded").stdout.splitlines()
        counts = json.loads(weft("status", archive, "--json").stdout)
        assert len(rows) == counts["by_state"]["excluded"]
        assert all("\t" in row for row in rows)


class TestStopping:
    """Ctrl-C and limits: clean, quick, resumable."""

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_ctrl_c_stops_cleanly(self, tmp_path: Path, number: int):
        """Exit code 130, without waiting for the pages that are still to come; the same command goes on from there."""
        asked = threading.Semaphore(0)

        def answer(path: str) -> tuple[int, str, bytes, float]:
            asked.release()
            return endless(path)

        with http_server(answer) as url:
            command = [*WEFT, "crawl", url, "--out", str(tmp_path / "a"), "--strategy", "generic"]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            assert all(asked.acquire(timeout=30) for _ in range(20))
            process.send_signal(number)
            output, errors = process.communicate(timeout=30)
            assert process.returncode == 130, errors
            assert "Interrupted; run the same command to go on." in output
            before = json.loads(weft("status", tmp_path / "a", "--json").stdout)["by_state"]
            assert before["leased"] == 0
            result = weft("crawl", url, "--out", tmp_path / "a", "--max-pages", 20)
            after = json.loads(weft("status", tmp_path / "a", "--json").stdout)["by_state"]
        assert result.returncode == 3
        assert "--max-pages 20" in result.stdout
        assert after["fetched"] == before["fetched"] + 20

    def test_a_second_process_is_refused_at_once(self, tmp_path: Path):
        """The first one goes on unharmed."""
        with http_server(endless) as url:
            command = [*WEFT, "crawl", url, "--out", str(tmp_path / "a"), "--max-time", "4", "--strategy", "generic"]
            first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(2)
            assert str(first.pid) in one_sentence(weft("crawl", url, "--out", tmp_path / "a"))
            assert json.loads(weft("status", tmp_path / "a", "--json").stdout)["discovered"] > 0
            assert first.wait(10) == 3


def test_a_wait_the_server_asked_for_survives_kill_9(tmp_path: Path):
    """429 with Retry-After: killed inside the window and started again, Weft still makes no request."""
    asked: list[str] = []

    class Busy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            body = "".join(f'<a href="{self.path}{n}/">x</a>' for n in "abc").encode()
            self.send_response(429 if len(asked) == 6 else 404 if self.path == "/robots.txt" else 200)
            if len(asked) == 6:
                self.send_header("Retry-After", "300")
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            pass

    with running(Busy) as url:
        command = [*WEFT, "crawl", url, "--out", str(tmp_path / "a"), "--concurrency", "1", "--strategy", "generic"]
        first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while len(asked) < 6 and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.5)
        first.kill()
        first.wait()
        assert len(asked) == 6
        result = subprocess.run([*command, "--max-time", "2"], capture_output=True, text=True, check=False)
    assert result.returncode == 3, result.stderr
    assert "waiting until" in result.stderr
    assert len(asked) == 6


class TestErrors:
    """One clear sentence that says what to do, and the right exit code."""

    @pytest.mark.parametrize("url", ["forum", "http://", "ftp://forum.example/"])
    def test_wrong_url(self, tmp_path: Path, url: str):
        """What is no web address is told with an example of one."""
        assert "is not a web address; give one like" in one_sentence(weft("crawl", url, "--out", tmp_path / "a"))

    def test_unknown_host(self, tmp_path: Path):
        """The name cannot be found."""
        result = weft("crawl", "http://nothing.invalid/", "--out", tmp_path / "a", WEFT_FETCH_RETRIES="0")
        assert "unknown host" in one_sentence(result)

    def test_refused_connection(self, tmp_path: Path):
        """Nobody listens there: a port that is bound and never listened on."""
        with socket.socket() as bound:
            bound.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{bound.getsockname()[1]}/"
            result = weft("crawl", url, "--out", tmp_path / "a", WEFT_FETCH_BACKOFF="0.01")
        assert "connection refused" in one_sentence(result)

    def test_a_page_that_is_none(self, tmp_path: Path):
        """A picture is not a forum."""
        with http_server(lambda path: (404 if "robots" in path else 200, "image/png", b"\x89PNG", 0)) as url:
            assert "not a web page but image/png" in one_sentence(weft("crawl", url, "--out", tmp_path / "a"))

    def test_a_site_that_forbids_robots(self, tmp_path: Path):
        """The switch for those with permission is named."""
        robots = b"User-agent: *\nDisallow: /\n"
        with http_server(lambda _path: (200, "text/plain", robots, 0)) as url:
            assert "--ignore-robots" in one_sentence(weft("crawl", url, "--out", tmp_path / "a"))

    def test_a_full_disk(self, tmp_path: Path):
        """What was committed is safe; the message says what to do."""
        with http_server(endless) as url:
            result = weft("crawl", url, "--out", tmp_path / "a", WEFT_STORE_MIN_FREE_BYTES=str(10**17))
        assert "free" in one_sentence(result)

    @pytest.mark.parametrize(
        "arguments",
        [
            ("status", "nowhere"),
            ("export", "nowhere", "--format", "warc", "--out", "x.warc.gz"),
            ("crawl", "demo:", "--plan", "no.yaml"),
            ("crawl", "demo:", "--strategy", "psychic"),
            ("crawl", "demo:nosuchskin"),
            ("crawl", "demo:", "--cookies", "no.txt"),
            ("crawl", "demo:", "--config", "no.toml"),
            ("simulate", "--skin", "nosuchskin"),
            ("simulate", "--without", "nosuchnuisance"),
            ("simulate", "--at", "yesterday"),
            ("evaluate", "crawl"),
            ("evaluate", "crawl", "--site", "nowhere"),
        ],
        ids=" ".join,
    )
    def test_what_is_not_there_is_named(self, tmp_path: Path, arguments: tuple[str, ...]):
        """No traceback for a mistake."""
        one_sentence(weft(*arguments, cwd=tmp_path))

    def test_a_misspelt_option_is_a_usage_error(self):
        """Exit code 2, as everywhere."""
        assert weft("crawl", "demo:", "--max-page", "3").returncode == 2


def test_the_simulator_serves_over_http(tmp_path: Path):
    """`weft simulate` says where, answers, and stops at Ctrl-C."""
    log = tmp_path / "log.jsonl"
    command = [*WEFT, "simulate", "--threads", "60", "--port", "0", "--log", str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        url = server.stdout.readline().split()[-1]
        result = weft("crawl", url, "--out", tmp_path / "a", "--max-pages", "30", "--json")
        server.send_signal(signal.SIGINT)
        assert server.wait(10) in (0, 130)
    assert json.loads(result.stdout)["run"]["pages"] == 30
    assert len(log.read_text().splitlines()) >= 30


def test_skins_are_listed():
    """With kind, language and URL style."""
    output = weft("simulate", "--list").stdout
    assert "oldtable" in output
    assert "session-ids" in output


def test_version():
    """`weft --version`."""
    assert weft("--version").stdout.startswith("weft ")


@pytest.mark.parametrize("known", [False, True])
def test_certificates_of_servers_are_checked(tmp_path: Path, known: bool):
    """A certificate nobody vouches for is refused; one the system trusts is not, wherever the system keeps it."""
    ours = Path(__file__).parent / "localhost.pem"  # key and certificate, valid a hundred years
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(ours)

    class Handler(BaseHTTPRequestHandler):
        def setup(self) -> None:
            self.request = context.wrap_socket(self.request, server_side=True)
            super().setup()

        def finish(self) -> None:
            super().finish()
            self.request.close()

        def do_GET(self) -> None:
            self.send_error(404)

        def log_message(self, *_args: object) -> None:
            pass

    with running(Handler) as url:
        places = {"SSL_CERT_FILE": str(ours)} if known else {}
        done = weft("crawl", url.replace("http:", "https:"), "--out", tmp_path / "a", **places)
    assert done.returncode == 1
    assert ("TLS error" in done.stderr) != known
    assert ("404" in done.stderr) == known
