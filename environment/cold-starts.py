"""Starts the kernel afresh many times in a row and prints how long each took until the first output of a cell.

usage: environment/test --cold-starts N   (or this script with N, where JUPYTER_PATH names the installed kernel)

A start is lost when no output came within a minute; then the exit status is 1.
"""

import statistics
import subprocess
import sys
import time

from jupyter_client.manager import KernelManager

PATIENCE = 180


def cold_start():
    """Seconds until the kernel answers, and until the first output of the first cell."""
    manager = KernelManager(kernel_name="java")
    began = time.monotonic()
    manager.start_kernel(stderr=subprocess.DEVNULL)
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        ready = time.monotonic() - began
        sent = client.execute('System.out.println("hello");')
        end = began + PATIENCE
        while time.monotonic() < end:
            message = client.get_iopub_msg(timeout=max(0.1, end - time.monotonic()))
            if message["parent_header"].get("msg_id") != sent:
                continue
            if message["msg_type"] == "stream" and "hello" in message["content"]["text"]:
                return ready, time.monotonic() - began
            if message["msg_type"] == "error":
                raise RuntimeError("\n".join(message["content"]["traceback"]))
        raise TimeoutError("no output")
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    times, lost = [], 0
    for i in range(1, count + 1):
        try:
            ready, output = cold_start()
            times.append(output)
            print(f"cold start {i}: ready {ready:.2f} s, first output {output:.2f} s", flush=True)
        except Exception as e:  # whatever the reason, the start is lost, and said to be
            lost += 1
            print(f"cold start {i}: LOST: {type(e).__name__}: {e}", flush=True)
    if times:
        print(f"cold starts: {count}, lost {lost}, first output median {statistics.median(times):.2f} s, "
              f"max {max(times):.2f} s")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
