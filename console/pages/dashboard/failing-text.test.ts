import assert from "node:assert/strict";
import { test } from "node:test";
import { failingText } from "./failing-text.ts";

const failing = { failed: 5, failingSince: new Date().toISOString(), looked: 5, callers: 3, tenants: 1 };

test("says since when and for whom, and that there may be more where not all failures were read", () => {
  const text = (over: object) => failingText({ ...failing, ...over }).replace(/\d\d:\d\d/, "…");
  assert.equal(text({}), "since …, for 3 callers of 1 tenant");
  assert.equal(text({ failed: 900 }), "since …, for at least 3 callers of 1 tenant");
  assert.equal(text({ looked: 0, callers: 0, tenants: 0 }), "since …");
});
