import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { slotRequest, Slots, type SlotsOptions } from "./slots.ts";

const of = (tenant: string, over: { fn?: string; memoryMb?: number; background?: boolean } = {}) =>
  slotRequest("prj_1", tenant, over.fn ?? `fn_${tenant}`, over.memoryMb ?? 64, over.background ?? false);
const slotsOf = (options: SlotsOptions) => new Slots({ waitMs: 60_000, ...options });
/** Takes slots until none are left, and returns how many there were. */
function takeAll(slots: Slots, request: ReturnType<typeof of>): number {
  let taken = 0;
  while (slots.tryAcquire(request)) taken += 1;
  return taken;
}

describe("a call without a free slot", () => {
  test("waits its turn, in order of arrival", async () => {
    const slots = slotsOf({ capacity: 1 });
    assert.equal(slots.tryAcquire(of("t")), true);
    assert.equal(slots.tryAcquire(of("t")), false);
    const order: string[] = [];
    const wait = async (name: string) => {
      assert.equal(await slots.acquire(of("t")), true);
      order.push(name);
      slots.release(of("t"));
    };
    const waiting = [wait("a"), wait("b"), wait("c")];
    assert.equal(slots.waiting, 3);
    slots.release(of("t"));
    await Promise.all(waiting);
    assert.deepEqual([order, slots.running, slots.waiting], [["a", "b", "c"], 0, 0]);
  });

  test("waits no longer than the bound, and no more of them than the queue holds", async () => {
    const slots = new Slots({ capacity: 1, waitMs: 20, queueLength: 2 });
    slots.tryAcquire(of("t"));
    const answers = await Promise.all([1, 2, 3].map(() => slots.acquire(of("t"))));
    assert.deepEqual(answers, [false, false, false]);
    assert.equal(slots.waiting, 0);
    slots.release(of("t"));
    assert.equal(slots.tryAcquire(of("t")), true);
  });
});

describe("tenants", () => {
  test("that wait have their turns one after another, whoever floods", async () => {
    const slots = slotsOf({ capacity: 1, queueLength: 10 });
    slots.tryAcquire(of("flood"));
    const order: string[] = [];
    const wait = async (tenant: string) => {
      assert.equal(await slots.acquire(of(tenant)), true);
      order.push(tenant);
      slots.release(of(tenant));
    };
    const waiting = ["flood", "flood", "flood", "quiet", "quiet", "third"].map(wait);
    slots.release(of("flood"));
    await Promise.all(waiting);
    assert.deepEqual(order, ["flood", "quiet", "third", "flood", "quiet", "flood"]);
  });

  test("have everything while they are alone, and leave a quarter while others call", () => {
    const slots = slotsOf({ capacity: 8 });
    assert.equal(takeAll(slots, of("a")), 8);
    for (let n = 0; n < 8; n++) slots.release(of("a"));
    assert.equal(slots.tryAcquire(of("b")), true);
    assert.equal(takeAll(slots, of("a")), 6);
    assert.equal(takeAll(slots, of("b")), 1);
  });

  test("of the same name in two Projects are two", () => {
    const slots = slotsOf({ capacity: 4, perTenant: 1 });
    assert.equal(takeAll(slots, slotRequest("prj_1", "default", "fn_1", 64)), 1);
    assert.equal(takeAll(slots, slotRequest("prj_2", "default", "fn_2", 64)), 1);
  });

  test("have what is set, in slots and in memory", () => {
    const slots = slotsOf({ capacity: 8, perTenant: 4, memoryMb: 1_024 });
    assert.equal(takeAll(slots, of("a", { memoryMb: 64 })), 4);
    assert.equal(takeAll(slots, of("b", { memoryMb: 256 })), 2);
  });

  test("with the most waiting give way where the queue is full", async () => {
    const slots = slotsOf({ capacity: 1, queueLength: 3 });
    slots.tryAcquire(of("flood"));
    const flood = [1, 2, 3].map(() => slots.acquire(of("flood")));
    const quiet = slots.acquire(of("quiet"));
    assert.equal(await flood[2], false);
    assert.equal(await slots.acquire(of("flood")), false);
    slots.release(of("flood"));
    assert.equal(await flood[0], true);
    slots.release(of("flood"));
    assert.equal(await quiet, true);
    slots.release(of("quiet"));
    assert.equal(await flood[1], true);
  });
});

describe("a Function", () => {
  test("leaves a quarter of the slots while others are called", () => {
    const slots = slotsOf({ capacity: 8 });
    assert.equal(slots.tryAcquire(of("a", { fn: "fn_2" })), true);
    assert.equal(takeAll(slots, of("a", { fn: "fn_1" })), 6);
    assert.equal(takeAll(slots, of("a", { fn: "fn_2" })), 1);
  });

  test("has what is set, and holds up no other", async () => {
    const slots = slotsOf({ capacity: 8, perFunction: 2 });
    assert.equal(takeAll(slots, of("a", { fn: "fn_1" })), 2);
    const waiting = slots.acquire(of("a", { fn: "fn_1" }));
    assert.equal(await slots.acquire(of("b", { fn: "fn_2" })), true);
    assert.equal(slots.waiting, 1);
    slots.release(of("a", { fn: "fn_1" }));
    assert.equal(await waiting, true);
  });
});

describe("memory", () => {
  test("bounds what runs: beyond it a call waits, and is refused in the end", async () => {
    const slots = new Slots({ capacity: 64, memoryMb: 200, waitMs: 20 });
    assert.equal(takeAll(slots, of("a", { memoryMb: 64 })), 3);
    assert.equal(slots.reservedMb, 192);
    assert.equal(await slots.acquire(of("a", { memoryMb: 64 })), false);
    const waiting = slots.acquire(of("a", { memoryMb: 64 }));
    slots.release(of("a", { memoryMb: 64 }));
    assert.equal(await waiting, true);
    assert.equal(slots.reservedMb, 192);
  });

  test("that is less than one Function may use lets it run alone", () => {
    const slots = slotsOf({ capacity: 64, memoryMb: 128 });
    assert.equal(slots.tryAcquire(of("a", { memoryMb: 512 })), true);
    assert.equal(slots.tryAcquire(of("b", { memoryMb: 8 })), false);
    slots.release(of("a", { memoryMb: 512 }));
    assert.equal(slots.reservedMb, 0);
    assert.equal(slots.tryAcquire(of("b", { memoryMb: 8 })), true);
  });
});

describe("background work", () => {
  test("has at most half of the slots, and at least one", () => {
    const slots = slotsOf({ capacity: 5 });
    assert.equal(takeAll(slots, of("a", { background: true })), 2);
    assert.equal(takeAll(slots, of("a")), 3);
    assert.equal(takeAll(slotsOf({ capacity: 1 }), of("a", { background: true })), 1);
  });

  test("that waits for its half does not hold up calls", async () => {
    const slots = slotsOf({ capacity: 4 });
    assert.equal(takeAll(slots, of("a", { background: true })), 2);
    const waiting = slots.acquire(of("a", { background: true }));
    assert.equal(slots.tryAcquire(of("a")), true);
    slots.release(of("a"));
    assert.equal(slots.waiting, 1);
    slots.release(of("a", { background: true }));
    assert.equal(await waiting, true);
  });
});
