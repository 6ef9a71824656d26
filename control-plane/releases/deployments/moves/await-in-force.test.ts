import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../../testing/author.ts";
import { deployed } from "../../../testing/released.ts";
import { eventually } from "../../../testing/eventually.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));
let author: Author;
let feed: { epoch: string; sequence: number };
beforeEach(async () => {
  author = await startAuthor(scene);
  await author.addFunction("word");
  await scene.query((tx) => sql`delete from workers`.execute(tx));
  const { rows } = await scene.query((tx) =>
    sql<{ epoch: string; sequence: string }>`select epoch, sequence from runtime_feed`.execute(tx),
  );
  feed = { epoch: rows[0]!.epoch, sequence: Number(rows[0]!.sequence) };
});

/** A worker's report about itself. */
async function report(workerId: string, inForce: { epoch: string; sequence: number } | null): Promise<void> {
  const { plane } = scene;
  const body = { workerId, version: "1", startedAt: new Date().toISOString(), running: 0, waiting: 0, capacity: 1 };
  const answer = await fetch(`${plane.internalUrl}/internal/workers/report`, {
    method: "POST",
    headers: { "x-worker-token": plane.settings.workerApiTokens[0], "content-type": "application/json" },
    body: JSON.stringify({ ...body, inForce, calls: [] }),
  });
  assert.equal(answer.status, 200);
}

/** The time from the end of a build until it is reported as completed. */
async function toldAfterMs(): Promise<number> {
  const { finishedAt } = await deployed(scene, author);
  return Date.now() - Date.parse(finishedAt ?? "");
}

test("a worker that does not say that it serves a deployment holds its end back for two seconds, and no longer", async () => {
  await report("wrk_behind", feed);
  const ms = await toldAfterMs();
  // Without that bound it would wait for twelve seconds, until the worker counts as lost.
  assert.ok(ms > 1_500 && ms < 10_000, `${ms} ms`);
});

test("one that says so is waited for until then", async () => {
  await report("wrk_slow", feed);
  const telling = toldAfterMs();
  const finishedAt = await eventually(async () => {
    const { rows } = await scene.query((tx) =>
      sql<{ finishedAt: Date }>`select finished_at from deployments
        where project_id = ${author.projectId} and status = 'completed'`.execute(tx),
    );
    return rows[0]?.finishedAt.getTime();
  });
  await delay(300);
  const reportsAt = Date.now();
  await report("wrk_slow", { ...feed, sequence: feed.sequence + 1_000 });
  const reportedAt = Date.now();
  const toldAt = finishedAt + (await telling);
  assert.ok(toldAt - finishedAt > Math.min(reportsAt - finishedAt, 1_900), "not before");
  assert.ok(toldAt - reportedAt < 1_400, `${toldAt - reportedAt} ms`);
});

test("one that has not said anything of the feed, or has long been silent, is not waited for", async () => {
  const aloneMs = await toldAfterMs();
  await report("wrk_older", null);
  await report("wrk_gone", feed);
  await scene.query((tx) =>
    sql`update workers set last_seen_at = now() - interval '1 minute' where id = 'wrk_gone'`.execute(tx),
  );
  const ms = await toldAfterMs();
  assert.ok(ms < 1_500 + 3 * aloneMs, `${ms} ms, and ${aloneMs} ms without any`);
});
