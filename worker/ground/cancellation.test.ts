import assert from "node:assert/strict";
import { test } from "node:test";
import { Cancellation } from "./cancellation.ts";

test("a cancellation tells who listens once, and who has stopped listening nothing", () => {
  const heard: string[] = [];
  const cancellation = new Cancellation();
  const gone = () => heard.push("gone");
  cancellation.addEventListener("abort", () => heard.push("first"));
  cancellation.addEventListener("abort", gone);
  cancellation.addEventListener("abort", () => heard.push("last"));
  cancellation.removeEventListener("abort", gone);
  assert.equal(cancellation.aborted, false);
  cancellation.cancel();
  cancellation.cancel();
  assert.equal(cancellation.aborted, true);
  assert.deepEqual(heard, ["first", "last"]);
});
