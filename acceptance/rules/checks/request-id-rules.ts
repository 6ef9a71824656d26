import assert from "node:assert/strict";
import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { sendAs, standing } from "../attempt.ts";
import { inTurn } from "./in-turn.ts";
import { successOf } from "../success-of.ts";
import type { World } from "../world.ts";

const wellFormed = ["a", "Trace-01.x_y:z", "9".repeat(128)];
const illFormed = ["", "two words", "9".repeat(129), "a,b", "a/b", "<script>"];

/**
 * Checks `x-request-id` on every response: a well-formed one is kept, another one is replaced, and errors carry the
 * same one.
 */
export function requestIdRules(world: World, name: OperationName): void {
  test(`${name}: keeps a well-formed x-request-id and replaces any other, on success and refusal alike`, async () => {
    const attempt = await standing(world, name);
    const bad = { ...attempt, prepared: { ...attempt.prepared, query: { nope: "1" } } };
    for (const given of inTurn(name, wellFormed)) {
      const answer = await sendAs(world, name, bad, { headers: { "x-request-id": given } });
      assert.deepEqual([answer.requestId, answer.error?.requestId], [given, given]);
    }
    for (const given of inTurn(name, illFormed)) {
      const answer = await sendAs(world, name, bad, { headers: { "x-request-id": given } });
      assert.match(answer.requestId, /^req_/);
      assert.equal(answer.error?.requestId, answer.requestId);
    }
    const { answer, requestId } = await successOf(world, name);
    assert.equal(answer.requestId, requestId);
  });
}
