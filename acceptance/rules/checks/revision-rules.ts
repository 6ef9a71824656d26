import assert from "node:assert/strict";
import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { changesNothing, operationOf, ready, refusedWith, sendAs, standing } from "../attempt.ts";
import { inTurn } from "./in-turn.ts";
import type { World } from "../world.ts";

const noEtags = ["1", `"one"`, `"1", "2"`, `"-1"`, `"1e3"`, `"99999999999999999999"`];

/** Checks `If-Match`: a stale revision changes nothing; without one, or with `*`, the request passes. */
export function revisionRules(world: World, name: OperationName): void {
  if (!operationOf(name).ifMatch) return;

  test(`${name}: 412 for a stale If-Match, and nothing is changed`, async () => {
    const attempt = await standing(world, name);
    const { revision } = attempt.prepared;
    assert.ok(Number.isInteger(revision), "the recipe says the present revision");
    const asked: string[] = [];
    await changesNothing(world, async () => {
      for (const stale of [Number(revision) + 1, Number(revision) - 1, 999_999_999]) {
        const options = { headers: { "if-match": `"${stale}"` } };
        const answer = refusedWith(await sendAs(world, name, attempt, options), 412, "REVISION_CONFLICT");
        asked.push(answer.requestId);
      }
    });
    assert.deepEqual(await world.auditOf(...asked), []);
  });

  test(`${name}: 400 for an If-Match that is no ETag of ours`, async () => {
    const attempt = await standing(world, name);
    await changesNothing(world, async () => {
      for (const header of inTurn(name, noEtags)) {
        const answer = await sendAs(world, name, attempt, { headers: { "if-match": header } });
        const issues = refusedWith(answer, 400, "VALIDATION_ERROR").error?.details?.["issues"] as
          | { path: string }[]
          | undefined;
        assert.equal(issues?.[0]?.path, "headers.if-match");
      }
    });
  });

  for (const how of ["the present revision", "*"] as const) {
    test(`${name}: succeeds with If-Match of ${how}`, async () => {
      const attempt = await ready(world, name);
      const header = how === "*" ? how : `"${attempt.prepared.revision}"`;
      const answer = await sendAs(world, name, attempt, { headers: { "if-match": header } });
      assert.equal(answer.error, null, answer.text);
    });
  }
}
