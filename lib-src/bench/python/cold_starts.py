"""Starts the kernel afresh many times in a row and prints how long each took until the first output of a cell.

usage: environment/test --cold-starts N   (or this script with N, where JUPYTER_PATH names the installed kernel)

A start is lost when no output came within three minutes; then the exit status is 1.
"""

import statistics
import subprocess
import sys
import time

from jupyter_client.manager import start_new_kernel

PATIENCE = 180


def cold_start():
    """Seconds until the kernel answers, and until the first output of the first cell."""
    began = time.monotonic()
    manager, client = start_new_kernel(kernel_name="java", startup_timeout=PATIENCE, stderr=subprocess.DEVNULL)
    ready, said = time.monotonic() - began, []

    def hear(message):
        if message["msg_type"] in ("stream", "error"):
            said.append((message["content"], time.monotonic() - began))

    try:
        client.execute_interactive('System.out.println("hello");', timeout=PATIENCE, output_hook=hear)
        content, output = said[0]
        if "hello" not in content.get("text", ""):
            raise RuntimeError(content)
        return ready, output
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def main(count):
    times = []
    for i in range(1, count + 1):
        try:
            ready, output = cold_start()
            times.append(output)
            print(f"cold start {i}: ready {ready:.2f} s, first output {output:.2f} s", flush=True)
        except Exception as e:  # whatever the reason, the start is lost, and said to be
            print(f"cold start {i}: LOST: {type(e).__name__}: {e}", flush=True)
    if times:
        print(f"cold starts: {count}, lost {count - len(times)}, first output median {statistics.median(times):.2f} s, max {max(times):.2f} s")
    return 0 if len(times) == count else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
