import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nativeGrowth } from "./native-growth.ts";

describe("a turn's growth that no engine counts", () => {
  test("is what the process grew beyond the engine's count", () => {
    assert.deepEqual(nativeGrowth(50, 20), { certain: 30, possible: 0 });
    assert.deepEqual(nativeGrowth(0, 20), { certain: -20, possible: 0 });
  });

  test("is only possible where the engine has freed memory and the process keeps it", () => {
    assert.deepEqual(nativeGrowth(0, -32), { certain: 0, possible: 32 });
    assert.deepEqual(nativeGrowth(-12, -32), { certain: 0, possible: 20 });
  });

  test("is certain where the process grew although the engine has freed memory", () => {
    assert.deepEqual(nativeGrowth(40, -32), { certain: 40, possible: 32 });
  });

  test("is less when the process shrinks by more than the engine has freed", () => {
    assert.deepEqual(nativeGrowth(-32, -32), { certain: 0, possible: 0 });
    assert.deepEqual(nativeGrowth(-50, -32), { certain: -18, possible: 0 });
  });
});
