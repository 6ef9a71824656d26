import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startRunScene } from "./testing/start-run-scene.ts";

const given = duringTests(() => startRunScene());

const change = (table: "runs" | "run_steps", id: string, set: string): Promise<unknown> =>
  given.scene.app.store.inInstallation(({ tx }) =>
    sql`update ${sql.table(table)} set ${sql.raw(set)} where ${sql.ref(table === "runs" ? "id" : "runId")} = ${id}`.execute(
      tx,
    ),
  );

test("the database refuses rows of runs and of their steps that break a rule, whichever statement sets them", async () => {
  const [started] = await given.start(given.of());
  const id = started?.id ?? "";
  const bad = [
    "environment = 'staging'",
    "source = 'mail'",
    "on_release = 'leave'",
    "waits_kind = 'rain'",
    "trigger = 'moon'",
    "mode = 'twice'",
    "status = 'lost'",
    "queue = 'sometime'",
    "queue = null",
    "status = 'running'",
    "status = 'succeeded', queue = null",
    "finished_at = now()",
    "status = 'skipped', queue = null, finished_at = now()",
    "key_id = null",
    "wrapped_key = null",
    "shown_input = null",
    "deadline_at = null",
    "deadline_seconds = null",
    "mode = 'cron'",
    "mode = 'delivery'",
  ];
  for (const set of bad) await assert.rejects(change("runs", id, set), /breaks a rule of its table/, set);
  await change("runs", id, "status = 'succeeded', queue = null, finished_at = now()");
  const next = await given.start(given.of());
  const attempt = await given.claimOne(given.scene.worker());
  assert.equal(attempt.runId, next[0]?.id);
  await given.keep(attempt, "one");
  for (const set of ["kind = 'leap'", "state = 'lost'"])
    await assert.rejects(change("run_steps", attempt.runId, set), /breaks a rule of its table/, set);
});
