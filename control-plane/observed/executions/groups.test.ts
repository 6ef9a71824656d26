import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../testing/author.ts";
import { record, report } from "./testing/reports.ts";

const scene = duringTests(startScene);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const failure = (line: number, message = "It failed.", code = "FUNCTION_ERROR") => ({
  status: "failed" as const,
  error: {
    code,
    message,
    stack: `Error: ${message}\n    at handler (look-up.ts:${line}:3)\n    at run (other.ts:1:1)`,
  },
});

test("groups failures by Function, code and the place they were thrown at, those seen last first", async () => {
  const { client, projectId } = await startAuthor(scene);
  const same = [30, 20, 10].map((minutes) =>
    record(projectId, { ...failure(4, `Order ${minutes}`), startedAt: minutesAgo(minutes) }),
  );
  const others = [
    record(projectId, { ...failure(9), startedAt: minutesAgo(5) }),
    record(projectId, { ...failure(4), functionId: "fn_2", functionName: "book", startedAt: minutesAgo(4) }),
    record(projectId, { ...failure(4, "No.", "NOT_ALLOWED"), startedAt: minutesAgo(3) }),
    record(projectId, {
      status: "timed_out",
      error: { code: "FUNCTION_TIMEOUT", message: "Too long.", stack: null },
      startedAt: minutesAgo(2),
    }),
  ];
  const none = [record(projectId), record(projectId, { ...failure(4), status: "rejected" })];
  await report(scene.worker(), [...same, ...others, ...none]);
  const { items, nextCursor } = await client.listExecutionGroups();
  assert.equal(nextCursor, null);
  assert.deepEqual(
    items.map(({ functionId, code, frame, count }) => [functionId, code, frame, count]),
    [
      ["fn_gone", "FUNCTION_TIMEOUT", null, 1],
      ["fn_gone", "NOT_ALLOWED", "handler (look-up.ts:4:3)", 1],
      ["fn_2", "FUNCTION_ERROR", "handler (look-up.ts:4:3)", 1],
      ["fn_gone", "FUNCTION_ERROR", "handler (look-up.ts:9:3)", 1],
      ["fn_gone", "FUNCTION_ERROR", "handler (look-up.ts:4:3)", 3],
    ],
  );
  const group = items.at(-1);
  assert.deepEqual(
    [group?.firstSeenAt, group?.lastSeenAt, group?.message, group?.sampleIds],
    [same[0]?.startedAt, same[2]?.startedAt, "Order 10", same.toReversed().map(({ id }) => id)],
  );
});

test("pages through the groups, and keeps to the filters and the range", async () => {
  const { client, projectId } = await startAuthor(scene);
  const old = record(projectId, { ...failure(1), startedAt: minutesAgo(10 * 24 * 60) });
  const lines = [2, 3, 4, 5].map((line) => record(projectId, { ...failure(line), startedAt: minutesAgo(line) }));
  const production = record(projectId, { ...failure(6), environment: "production" });
  await report(scene.worker(), [old, ...lines, production]);
  const framesOf = ({ items }: Awaited<ReturnType<typeof client.listExecutionGroups>>) =>
    items.map(({ frame }) => Number(/:(\d+):/.exec(frame ?? "")?.[1]));
  const first = await client.listExecutionGroups({ query: { limit: 3 } });
  const second = await client.listExecutionGroups({ query: { limit: 3, cursor: first.nextCursor ?? "" } });
  assert.deepEqual([framesOf(first), framesOf(second), second.nextCursor], [[6, 2, 3], [4, 5], null]);
  const by = async (query: object) => framesOf(await client.listExecutionGroups({ query }));
  assert.deepEqual(await by({ environment: "production" }), [6]);
  assert.deepEqual(await by({ functionId: "fn_none" }), []);
  assert.deepEqual(await by({ from: minutesAgo(20 * 24 * 60), to: minutesAgo(4.5) }), [5, 1]);
  await assert.rejects(
    client.listExecutionGroups({ query: { cursor: first.nextCursor ?? "", environment: "production" } }),
    {
      code: "VALIDATION_ERROR",
    },
  );
});
