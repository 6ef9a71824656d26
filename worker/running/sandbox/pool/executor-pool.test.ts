import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { findAddon } from "../process/addon-path.ts";
import { buildGuest } from "../process/build-guest.ts";
import { findConfinement } from "../../../ground/confinement/find-confinement.ts";
import { ExecutorPool } from "./executor-pool.ts";

test("an isolate whose executor is being ended is given to nobody, though that takes a moment", async () => {
  const [{ executor, prelude }, confinement] = await Promise.all([buildGuest(), findConfinement()]);
  await using pool = new ExecutorPool({
    log: createLog("worker", "silent"),
    executors: 1,
    idleIsolates: 10,
    code: {
      code: { addonPath: findAddon(), executor, prelude, snapshot: undefined, confinement },
      keep: () => Promise.resolve(),
      retake: () => Promise.resolve(),
    },
    onFrame: () => undefined,
    onLost: () => undefined,
  });
  const room = await pool.roomFor({ group: "group", owner: undefined, key: "key", mayStand: false }, () => false);
  assert.ok(room !== undefined && "process" in room);
  const head = { memoryMb: 64, tenant: "a" };
  const isolate = pool.createIsolate(room, "key", "function", head, "export default () => 1;");
  pool.settled(room);
  pool.putBack(isolate);
  assert.equal(pool.takeWarm("key", false), isolate);
  pool.putBack(isolate);
  pool.end(room);
  assert.ok(pool.executors.has(room), "it is not gone yet");
  assert.equal(pool.takeWarm("key", false), undefined);
});
