import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";

let isReady = false;
before(async () => {
  await setImmediate();
  isReady = true;
});

describe("what a suite sets up", () => {
  let wasReady: boolean | undefined;
  before(() => {
    wasReady = isReady;
  });

  test("comes after what the file around it has set up", () => assert.equal(wasReady, true));
});
