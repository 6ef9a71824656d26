import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";
import type { Bridge } from "./guest-isolate.ts";
import type { Platform } from "./platform.ts";
import { createSpareGuest } from "./spare-guest.ts";

describe("an isolate that is ready before it is needed", () => {
  let made: { memoryLimit: number; isDisposed: boolean }[];
  let boots: boolean;
  /** An engine that records the requested isolates. */
  const platform = {
    prelude: "",
    snapshot: {},
    snapshotIsNew: false,
    ivm: {
      Callback: Object,
      ExternalCopy: class {
        copyInto = () => ({});
      },
      Isolate: class {
        isDisposed = false;
        memoryLimit: number;
        constructor(options: { memoryLimit: number }) {
          this.memoryLimit = options.memoryLimit;
          made.push(this);
        }
        dispose(): void {
          this.isDisposed = true;
        }
        createContext = () =>
          boots ? Promise.resolve({ evalClosure: () => Promise.resolve({}) }) : Promise.reject(new Error("no room"));
        compileModule = () => Promise.resolve({});
      },
    },
  } as unknown as Platform;
  const memoryOf = () => made.map(({ memoryLimit }) => memoryLimit);
  const spareOf = (isIdle = () => true) => createSpareGuest(platform, {} as Bridge, isIdle);
  const head = (memoryMb: number) => ({ memoryMb, tenant: "prj_1 default" });

  beforeEach(() => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["setTimeout"] });
    made = [];
    boots = true;
  });

  test("serves the next Function that wants as much memory, and another one follows", () => {
    const spare = spareOf();
    mock.timers.tick(10);
    assert.deepEqual(memoryOf(), [64]);
    const guest = spare.take(7, head(64), "export default 1;");
    assert.equal(guest.isolate, made[0]);
    assert.deepEqual([guest.id, guest.tenant, guest.attached], [7, "prj_1 default", false]);
    assert.ok(guest.load !== undefined);
    assert.equal(made.length, 1);
    mock.timers.tick(10);
    assert.equal(made.length, 2);
    assert.notEqual(spare.take(8, head(64), "export default 1;").isolate, guest.isolate);
  });

  test("goes when another size is wanted, which is prepared from then on", () => {
    const spare = spareOf();
    mock.timers.tick(10);
    assert.equal(spare.take(1, head(256), "").isolate, made[1]);
    assert.deepEqual(memoryOf(), [64, 256]);
    assert.deepEqual([made[0]?.isDisposed, made[1]?.isDisposed], [true, false]);
    mock.timers.tick(10);
    assert.deepEqual(memoryOf(), [64, 256, 256]);
  });

  test("is not made while calls are in the process, nor before a moment has passed", () => {
    let isIdle = false;
    const spare = spareOf(() => isIdle);
    mock.timers.tick(1_000);
    assert.equal(made.length, 0);
    assert.equal(spare.take(1, head(64), "").isolate, made[0]);
    isIdle = true;
    mock.timers.tick(9);
    assert.equal(made.length, 1);
    mock.timers.tick(100);
    assert.equal(made.length, 2);
  });

  test("that could not boot is not given to anybody", async () => {
    const spare = spareOf();
    boots = false;
    mock.timers.tick(10);
    await new Promise(setImmediate);
    assert.equal(made[0]?.isDisposed, true);
    boots = true;
    assert.equal(spare.take(1, head(64), "").isolate, made[1]);
  });
});
