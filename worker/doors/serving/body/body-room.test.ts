import assert from "node:assert/strict";
import { test } from "node:test";
import { createBodyRoom, type GiveBack } from "./body-room.ts";

type Given = GiveBack | null;
const taking = (room: ReturnType<typeof createBodyRoom>, projectId: string, bytes: number) =>
  new Promise<Given>((resolve) => room.take(projectId, bytes, resolve));

test("a Project has half of the room, and what does not fit waits until something is given back", async () => {
  const room = createBodyRoom({ totalBytes: 100, waitMs: 60_000 });
  const first = await taking(room, "a", 40);
  const order: string[] = [];
  const second = taking(room, "a", 20).then((given) => (order.push("a"), given));
  const other = await taking(room, "b", 50);
  assert.ok(other !== null && first !== null);
  const third = taking(room, "c", 20).then((given) => (order.push("c"), given));
  first();
  await Promise.all([second, third]);
  assert.deepEqual(order, ["a", "c"]);
  first();
  assert.equal(
    await Promise.race([taking(room, "d", 20), new Promise((resolve) => setImmediate(resolve, "full"))]),
    "full",
  );
});

test("what is needed no longer can be given back in part", async () => {
  const room = createBodyRoom({ totalBytes: 100, waitMs: 60_000 });
  const held = await taking(room, "a", 50);
  const second = taking(room, "a", 30);
  held?.(30);
  assert.equal(await Promise.race([second, new Promise((resolve) => setImmediate(resolve, "full"))]), "full");
  held?.(40);
  held?.(20);
  assert.ok((await second) !== null);
  held?.();
  held?.();
  assert.ok((await taking(room, "a", 20)) !== null);
});

test("what finds no room in time is told so, and takes none later", async () => {
  const room = createBodyRoom({ totalBytes: 100, waitMs: 5 });
  const held = await taking(room, "a", 50);
  assert.equal(await taking(room, "a", 50), null);
  held?.();
  assert.ok((await taking(room, "a", 50)) !== null);
});
