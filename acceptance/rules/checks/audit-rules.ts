import assert from "node:assert/strict";
import test from "node:test";
import { errors, type ErrorCode } from "@ferrule/contract/errors.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { changesNothing, isPublic, operationOf, ready, refusedWith, sendAs } from "../attempt.ts";
import { recipeOf } from "../recipes.ts";
import { successOf } from "../success-of.ts";
import type { World } from "../world.ts";

/** Operations whose audit event reports an attempt, because their effect cannot be undone. */
export const auditsAttempts = new Set<OperationName>([
  "testFunction",
  "runTestCase",
  "replayExecution",
  "testProjectSource",
]);

/** Checks that each change with a declared audit event has exactly one, in its transaction. */
export function auditRules(world: World, name: OperationName): void {
  const { audit, scope } = operationOf(name);

  test(
    audit === null ? `${name}: leaves no audit event` : `${name}: leaves exactly one audit event, ${audit}`,
    async () => {
      const { attempt, answer } = await successOf(world, name);
      const events = await world.auditOf(answer.requestId);
      assert.equal(events.length, audit === null ? 0 : 1);
      const [event] = events;
      if (!event) return;
      const { params, target } = attempt.prepared;
      const own = isPublic(name) ? target : attempt.asker.user.id;
      const actor = recipeOf(name).byCaller === true ? ["anonymous", null] : ["user", own];
      assert.deepEqual([event.action, event.outcome, event.actorKind, event.actorId], [audit, "success", ...actor]);
      assert.match(event.actorEmail ?? "", /@acme\.example$/);
      const expected = target ?? answer.body["id"] ?? Object.values(params ?? {}).at(-1) ?? null;
      assert.equal(event.targetId, expected, "the target is what was changed");
      if (scope === "project") assert.equal(event.projectId, world.home.projectId);
    },
  );

  for (const [code, prepare] of Object.entries(recipeOf(name).refusals ?? {})) {
    const { status } = errors[code as ErrorCode];
    test(`${name}: ${status} ${code} leaves nothing behind, in the audit either`, async () => {
      const attempt = await ready(world, name, { prepare });
      const attemptIt = async () => refusedWith(await sendAs(world, name, attempt), status, code as ErrorCode);
      const isAlone = !recipeOf(name).waitsForWorker && !attempt.prepared.meanwhile;
      const answer = !isAlone ? await attemptIt() : await changesNothing(world, attemptIt);
      const events = await world.auditOf(answer.requestId);
      const successes = events.filter(({ outcome }) => outcome === "success");
      // The worker's result comes too late to undo the event.
      assert.equal(successes.length, auditsAttempts.has(name) && status >= 500 ? 1 : 0);
      assert.ok(events.every(({ action }) => action === audit));
    });
  }

  test(`${name}: has a refusal for every error that it declares`, () => {
    assert.deepEqual(Object.keys(recipeOf(name).refusals ?? {}).sort(), [...(operationOf(name).errors ?? [])].sort());
  });
}
