import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startFeedServer } from "../../testing/feed-server.ts";
import { cronAttemptOf } from "../../testing/leased-attempts.ts";
import { until } from "../../testing/test-worker.ts";

const program = fileURLToPath(new URL("../../testing/follow-runs.ts", import.meta.url));

test("a worker that was stopped begins no attempt that it received meanwhile and somebody else has", async () => {
  await using feed = await startFeedServer();
  const child = spawn(process.execPath, [program, feed.url, feed.token], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const begun: string[] = [];
    createInterface(child.stdout).on("line", (line) => void begun.push(line));
    const asks = () => feed.runs.claims().length > 0;
    await until("it asks for runs", asks);
    const first = cronAttemptOf();
    feed.runs.give(first);
    await until("it runs", () => begun.length === 1);
    await until("it asks for more", asks);
    const [taken, kept] = [cronAttemptOf(), cronAttemptOf()];
    child.kill("SIGSTOP");
    feed.runs.give(taken, kept);
    feed.runs.lose(taken.runId);
    // Longer than a lease of the feed's lasts.
    await delay(1_000);
    child.kill("SIGCONT");
    await until("what it still has runs", () => begun.includes(kept.runId));
    await until("that has ended", () => feed.runs.completions().some(({ runId }) => runId === kept.runId));
    assert.deepEqual(begun, [first.runId, kept.runId]);
  } finally {
    child.kill("SIGKILL");
  }
});
