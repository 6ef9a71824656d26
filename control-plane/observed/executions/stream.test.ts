import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import type { SignedIn } from "../../testing/test-control-plane.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { record, report } from "./testing/reports.ts";

const scene = duringTests(startScene);

interface Told {
  id: string;
  event: string;
  data: ExecutionSummary;
}

/** Reads the stream as a browser's EventSource does. */
async function listen(session: SignedIn, query = "", lastEventId?: string) {
  const closing = new AbortController();
  const response = await fetch(`${scene.plane.url}/api/executions/stream?${query}`, {
    headers: { ...session.headers(), ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }) },
    signal: closing.signal,
  });
  const { status } = response;
  const reader = (response.body ?? assert.fail("no body")).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<Told | null> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end === -1) {
        const { value, done } = await reader.read();
        if (done) return null;
        text += value;
        continue;
      }
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
      if (field("data") !== "")
        return { id: field("id"), event: field("event"), data: JSON.parse(field("data")) as ExecutionSummary };
    }
  };
  return { status, next, close: () => closing.abort() };
}

const open = async () => {
  const { id: projectId } = await scene.plane.createProject();
  return { projectId, session: await scene.plane.session("operator", projectId), worker: scene.worker() };
};

test("tells of a call within a second of its report, small as in the list, and of no other Project's", async () => {
  const { projectId, session, worker } = await open();
  const { projectId: otherId } = await open();
  await report(worker, [record(projectId)]);
  const stream = await listen(session);
  const one = record(projectId, { output: { large: true } });
  const began = performance.now();
  await report(worker, [record(otherId), one]);
  const reportMs = performance.now() - began;
  const told = await stream.next();
  const ms = performance.now() - began;
  // On a busy machine a report itself takes long.
  assert.ok(ms < 1_000 + 5 * reportMs, `${ms} ms, and ${reportMs} ms until it was reported`);
  assert.deepEqual(
    [told?.event, told?.data],
    ["execution", (await session.client.listExecutions({ query: { limit: 1 } })).items[0]],
  );
  assert.equal(told?.data.id, one.id);
  stream.close();
});

test("tells only of those that fit the filters", async () => {
  const { projectId, session, worker } = await open();
  const stream = await listen(session, "status=failed&tenantId=acme");
  const wanted = record(projectId, { status: "failed", tenantId: "acme" });
  await report(worker, [record(projectId), record(projectId, { status: "failed" }), wanted]);
  assert.equal((await stream.next())?.data.id, wanted.id);
  stream.close();
  const previewed = await listen(session, "preview=pr-7");
  const called = record(projectId, { preview: "pr-7" });
  await report(worker, [record(projectId), record(projectId, { preview: "pr-8" }), called]);
  const told = await previewed.next();
  assert.deepEqual([told?.data.id, told?.data.preview], [called.id, "pr-7"]);
  previewed.close();
  const refused = await session.request("/api/executions/stream?status=odd");
  assert.deepEqual([refused.status, refused.json.error.code], [400, "VALIDATION_ERROR"]);
});

test("goes on where it broke off, within a batch too, and loses and repeats nothing", async () => {
  const { projectId, session, worker } = await open();
  const records = Array.from({ length: 60 }, (_, index) =>
    // Reported late, as after a long call: the stream follows the order of reports.
    record(projectId, { startedAt: new Date(Date.now() - index * 1_000).toISOString() }),
  );
  const first = await listen(session);
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => report(scene.worker(), records.slice(index * 5, index * 5 + 5))),
  );
  const seen: string[] = [];
  let lastId = "";
  for (let count = 0; count < 33; count += 1) {
    const told = await first.next();
    seen.push(told?.data.id ?? "");
    lastId = told?.id ?? "";
  }
  first.close();
  const late = record(projectId);
  await report(worker, [late]);
  const second = await listen(session, "", lastId);
  for (let count = 0; count < 28; count += 1) seen.push((await second.next())?.data.id ?? "");
  second.close();
  assert.equal(seen.at(-1), late.id);
  assert.deepEqual(seen.toSorted(), [...records, late].map(({ id }) => id).toSorted());
});

test("says that calls may have been missed when what followed is no longer kept", async () => {
  const { projectId, session, worker } = await open();
  const first = await listen(session);
  await report(worker, [record(projectId)]);
  const told = await first.next();
  first.close();
  await scene.query((tx) => sql`delete from execution_batches where project_id = ${projectId}`.execute(tx));
  const second = await listen(session, "", told?.id);
  assert.equal((await second.next())?.event, "reset");
  const fresh = record(projectId);
  await report(worker, [fresh]);
  assert.equal((await second.next())?.data.id, fresh.id);
  second.close();
});

test("ends with the session, and when another Project is selected", async () => {
  const { session } = await open();
  const other = await open();
  const [one, two] = [await listen(session), await listen(other.session)];
  await session.client.logout();
  await other.session.client.selectProject({ params: { projectId: (await scene.plane.createProject()).id } });
  assert.deepEqual(await Promise.all([one.next(), two.next()]), [null, null]);
});

test("allows one user a bounded number at once, and another one when one has ended", async () => {
  const { session } = await open();
  const streams = await Promise.all(Array.from({ length: 10 }, () => listen(session)));
  const refused = await session.request("/api/executions/stream");
  assert.deepEqual([refused.status, refused.json.error.code], [429, "RATE_LIMITED"]);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  streams[0]?.close();
  const deadline = Date.now() + 30_000;
  for (;;) {
    const again = await listen(session);
    again.close();
    if (again.status === 200) break;
    assert.ok(Date.now() < deadline, "its place was not given back");
  }
  for (const stream of streams) stream.close();
});
