"""Does the installed kernel keep Jupyter's protocol? The Jupyter project's own kernel tests with every capability that the kernel
claims switched on, and tests of what they leave out: stop, input, errors, queues, restart, the end of the process.

usage: environment/test --kernel (or this script, where JUPYTER_PATH names the installed kernel)
"""

import os
import re
import sys
import time
import unittest
from queue import Empty

import jupyter_kernel_test
from jupyter_client.manager import start_new_kernel

KERNEL = "java"
TIMEOUT = 60
jupyter_kernel_test.TIMEOUT = TIMEOUT

DISPLAYS = {
    "text/plain": 'display("words")',
    "text/html": 'display(html("<b>bold</b>"))',
    "image/svg+xml": 'display(svg("<svg xmlns=\'http://www.w3.org/2000/svg\'/>"))',
    "image/png": "display(png(new byte[] {(byte) 0x89, 80, 78, 71}))",
    "text/markdown": 'display(markdown("*words*"))',
    "text/latex": 'display(latex("$x^2$"))',
    "application/json": 'display(json("{\\"a\\": [1, 2]}"))',
}


class JupyterKernelTest(jupyter_kernel_test.KernelTests):
    kernel_name = KERNEL
    language_name = "java"
    file_extension = ".jshell"
    code_hello_world = 'System.out.println("hello, world");'
    code_stderr = 'System.err.println("on the error stream");'
    completion_samples = [
        {"text": 'int hyphen = 1; "abc".toUpp', "matches": {"toUpperCase("}},
        {"text": "System.out.printl", "matches": {"println("}},
        {"text": "Streams.see", "matches": {"seed("}},
        {"text": "Syst"},
    ]
    complete_code_samples = ["1 + 1", "int x = 1;", "", "void f() { }", "for (int i = 0; i < 3; i++) { }", "%maven a:b:1"]
    incomplete_code_samples = ["void f() {", "int x = (1 +", "for (int i = 0;", 'var s = """\n  text']
    invalid_code_samples = ["int 1x = 2;", "}", "1 +* 2"]
    code_generate_error = 'throw new IllegalStateException("on purpose");'
    code_execute_result = [
        {"code": "1 + 2", "result": "3"},
        {"code": '"a" + "b"', "result": "ab"},
        {"code": "List.of(1, 2)", "result": "[1, 2]"},
        {"code": 'html("<i>x</i>")', "mime": "text/html", "result": "<i>x</i>"},
    ]
    code_display_data = [{"code": code, "mime": mime} for mime, code in DISPLAYS.items()]
    code_history_pattern = "1 + ?"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "Streams"
    code_clear_output = "clearOutput();"

    @classmethod
    def setUpClass(cls):
        """The suite waits for 1 s and 0.1 s on the channel of outputs, and fails on a busy machine; here it waits as long as elsewhere."""
        super().setUpClass()
        quick = cls.kc.iopub_channel.get_msg
        cls.kc.iopub_channel.get_msg = lambda timeout=None: quick(timeout=TIMEOUT)

    def flush_channels(self):
        """Until a request of its own has ended, where the suite takes 0.1 s of silence for the end."""
        sent = self.kc.kernel_info()
        while self.kc.get_shell_msg(timeout=TIMEOUT)["parent_header"].get("msg_id") != sent:
            pass
        while True:
            message = self.kc.get_iopub_msg(timeout=TIMEOUT)
            jupyter_kernel_test.validate_message(message)
            if message["parent_header"].get("msg_id") == sent and message["content"].get("execution_state") == "idle":
                return

    def get_non_kernel_info_reply(self, timeout=None):
        return super().get_non_kernel_info_reply(timeout=TIMEOUT)

    def test_pager(self):
        self.skipTest("the kernel claims no pager: front ends show documentation on Shift-Tab")


class OurTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.manager, cls.client = start_new_kernel(kernel_name=KERNEL, startup_timeout=TIMEOUT)

    @classmethod
    def tearDownClass(cls):
        cls.client.stop_channels()
        cls.manager.shutdown_kernel()

    def outputs(self, sent):
        """All that is published for this request, up to idle."""
        found = []
        while True:
            message = self.client.get_iopub_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") != sent:
                continue
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return found
            found.append(message)

    def reply(self, sent):
        while True:
            message = self.client.get_shell_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == sent:
                return message["content"]

    def run_cell(self, code, **options):
        sent = self.client.execute(code, **options)
        return self.reply(sent), self.outputs(sent)

    def text(self, outputs, stream="stdout"):
        return "".join(m["content"]["text"] for m in outputs if m["msg_type"] == "stream" and m["content"]["name"] == stream)

    def plain(self, lines):
        return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(lines))

    def wait_for_text(self, sent, wanted):
        while True:
            message = self.client.get_iopub_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == sent and wanted in message["content"].get("text", ""):
                return

    def assert_stops(self, code, within):
        began = time.monotonic()
        self.run_cell("kept")
        within = max(within, 20 * (time.monotonic() - began))  # as slow as the machine is now
        sent = self.client.execute(code)
        self.wait_for_text(sent, "begun")
        began = time.monotonic()
        self.manager.interrupt_kernel()
        reply = self.reply(sent)
        took = time.monotonic() - began
        self.assertEqual(reply["status"], "error")
        self.assertEqual(reply["ename"], "Interrupted")
        print(f"stopped in {took:.2f} s ... ", end="", flush=True)
        self.assertLess(took, within)
        self.outputs(sent)
        self.assertEqual(self.run_cell("kept")[1][-1]["content"]["data"]["text/plain"], "7")
        return reply

    def test_interrupt_at_a_safe_point(self):
        self.run_cell("int kept = 7; int steps = 0;")
        reply = self.assert_stops(
            "while (true) { if (steps++ == 0) System.out.println(\"begun\");\n"
            "  if (Thread.interrupted()) throw new java.util.concurrent.CancellationException(\"stopped at a safe point\"); }",
            within=2)
        self.assertIn("stopped at a safe point", reply["evalue"])

    def test_interrupt_of_a_sleep(self):
        self.run_cell("int kept = 7;")
        self.assert_stops('{ System.out.println("begun"); Thread.sleep(100_000); }', within=2)

    def test_interrupt_of_a_deaf_loop(self):
        self.run_cell("int kept = 7; long n = 0;")
        self.assert_stops('{ System.out.println("begun"); while (true) n++; }', within=5)

    def test_interrupt_of_endless_output(self):
        self.run_cell("int kept = 7;")
        self.assert_stops('{ System.out.println("begun"); while (!Thread.interrupted()) System.out.println("more"); }', within=5)

    def test_interrupt_of_input(self):
        self.run_cell("int kept = 7;")
        self.assert_stops('{ System.out.println("begun"); System.in.read(); }', within=2)

    def test_an_idle_kernel_ignores_an_interrupt(self):
        self.manager.interrupt_kernel()
        time.sleep(0.3)
        self.assertEqual(self.run_cell("Thread.sleep(10); 5")[0]["status"], "ok")

    def test_cells_behind_a_failed_one_do_not_run(self):
        first = self.client.execute('int stopped = 0; Thread.sleep(300); throw new RuntimeException("first");')
        second = self.client.execute("stopped = 1;")
        self.assertEqual(self.reply(first)["status"], "error")
        self.assertEqual(self.reply(second)["status"], "aborted")
        self.outputs(second)
        self.assertEqual(self.run_cell("stopped")[1][-1]["content"]["data"]["text/plain"], "0")

    def test_input(self):
        sent = self.client.execute("new Scanner(System.in).nextLine() + \"!\"", allow_stdin=True)
        request = self.client.get_stdin_msg(timeout=TIMEOUT)
        self.assertEqual(request["msg_type"], "input_request")
        self.client.input("grüße 🎈")
        self.assertEqual(self.reply(sent)["status"], "ok")
        self.assertEqual(self.outputs(sent)[-1]["content"]["data"]["text/plain"], "grüße 🎈!")

    def test_no_input_where_none_is_to_be_had(self):
        reply, _ = self.run_cell("System.in.read()", allow_stdin=False)
        self.assertEqual(reply["status"], "error")
        self.assertIn("does not give input", reply["evalue"])

    def test_streams_arrive_whole_and_while_the_cell_runs(self):
        sent = self.client.execute('System.out.print("größer 🎈"); System.out.flush(); Thread.sleep(100_000);')
        self.wait_for_text(sent, "größer 🎈")
        self.manager.interrupt_kernel()
        self.assertEqual(self.reply(sent)["ename"], "Interrupted", "it still ran when its text had come")
        self.outputs(sent)

    def test_display_is_updated_in_place(self):
        _, outputs = self.run_cell('var handle = display("one"); handle.update("two");')
        shown = [m for m in outputs if "data" in m["content"]]
        self.assertEqual([m["msg_type"] for m in shown], ["display_data", "update_display_data"])
        self.assertEqual(len({m["content"]["transient"]["display_id"] for m in shown}), 1)
        self.assertEqual(shown[1]["content"]["data"]["text/plain"], "two")

    def test_json_is_json(self):
        _, outputs = self.run_cell(DISPLAYS["application/json"])
        self.assertEqual(outputs[-1]["content"]["data"]["application/json"], {"a": [1, 2]})

    def test_compile_error_marks_the_span(self):
        reply, outputs = self.run_cell('int good = 1;\nint bad = "text";\n')
        self.assertEqual(reply["status"], "error")
        text = self.plain(outputs[-1]["content"]["traceback"])
        self.assertIn("line 2: error: incompatible types", text)
        self.assertIn('    int bad = "text";\n              ^^^^^^', text)

    def test_runtime_error_names_line_and_hides_jshell(self):
        reply, outputs = self.run_cell(
            "int deep(int n) {\n  if (n == 0) throw new IllegalStateException(\"at the bottom\");\n  return deep(n - 1);\n}\n\n"
            "int y = 1;\ndeep(2);")
        text = self.plain(outputs[-1]["content"]["traceback"])
        self.assertEqual(reply["ename"], "java.lang.IllegalStateException")
        self.assertRegex(text, r"at deep, cell \[\d+\], line 2")
        self.assertRegex(text, r"at cell \[\d+\], line 7    deep\(2\)")
        for hidden in ("jdk.jshell", "REPL", "reflect", "dpgnn.kernel", "do_it"):
            self.assertNotIn(hidden, text)

    def test_syntax_error_runs_nothing(self):
        self.run_cell("int touched = 0;")
        reply, _ = self.run_cell("touched = 1;\nint 1x = 2;")
        self.assertEqual(reply["status"], "error")
        self.assertEqual(self.run_cell("touched")[1][-1]["content"]["data"]["text/plain"], "0")

    def test_inspect_shows_our_own_javadoc(self):
        content = self.reply(self.client.inspect("Streams.seed(7)", 10))
        self.assertTrue(content["found"])
        self.assertIn("seed(long", content["data"]["text/plain"])
        self.assertGreater(len(content["data"]["text/plain"].splitlines()), 1)

    def test_restart_forgets_and_works(self):
        self.run_cell("int old = 1;")
        self.manager.restart_kernel()
        self.client.wait_for_ready(timeout=TIMEOUT)
        self.assertEqual(self.run_cell("old")[0]["status"], "error")
        self.assertEqual(self.run_cell("1")[0]["status"], "ok")


class EndTest(unittest.TestCase):
    def alive(self, pid):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                return stat.read().split()[2] != "Z"
        except FileNotFoundError:
            return False

    def test_shutdown_ends_the_process(self):
        manager, client = start_new_kernel(kernel_name=KERNEL, startup_timeout=TIMEOUT)
        pid = manager.provisioner.process.pid if manager.has_kernel else None
        client.execute("new Thread(() -> { while (true) Thread.onSpinWait(); }).start();")
        client.shutdown()
        end = time.monotonic() + TIMEOUT
        while manager.is_alive() and time.monotonic() < end:
            time.sleep(0.05)
        ended = not manager.is_alive()
        client.stop_channels()
        manager.shutdown_kernel(now=True)
        self.assertTrue(ended, "a thread that never ends keeps the process")
        if os.path.isdir("/proc"):
            self.assertFalse(self.alive(pid))


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=2).result
    claimed = ["stdout", "stderr", "completion", "is_complete", "error", "execute_result", "display_data (" + ", ".join(DISPLAYS) + ")",
               "update_display_data", "history (tail, range, search)", "inspect", "clear_output", "stdin", "interrupt", "restart", "shutdown"]
    print("capabilities claimed and tested: " + ", ".join(claimed) + "; not claimed: pager, comms, debugger")
    sys.exit(0 if result.wasSuccessful() else 1)
