import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@ferrule/contract/api-error.ts";
import { errorText } from "./error-text.ts";

const refusal = (message: string, issues: readonly { path: string; message: string }[]) =>
  new ApiError(400, { code: "VALIDATION_ERROR", message, requestId: "req_1", details: { issues: [...issues] } });
const tooLong = { path: "body.source", message: "must have at most 524288 characters" };

test("what is wrong with a field takes the place of the sentence that says only that something is", () => {
  const { message, next } = errorText(refusal("The request is not valid.", [tooLong]));
  assert.deepEqual([message, next], ["source must have at most 524288 characters.", undefined]);
});

test("a sentence of its own stays, and what is wrong with a field follows it", () => {
  const { message, next } = errorText(refusal("The manifest names no Function.", [tooLong]));
  assert.deepEqual([message, next], ["The manifest names no Function.", "source must have at most 524288 characters."]);
});

test("without fields, the sentence is all there is", () => {
  const { message, next } = errorText(refusal("The request is not valid.", []));
  assert.deepEqual([message, next], ["The request is not valid.", undefined]);
});
