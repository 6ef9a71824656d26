import assert from "node:assert/strict";
import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { changesNothing, operationOf, ready, refusedWith, rolesOf, sendAs } from "../attempt.ts";
import { recipeOf } from "../recipes.ts";
import { fresh } from "../site.ts";
import type { World } from "../world.ts";

const withoutValue = (body: Record<string, unknown>) => {
  const { value: _value, ...rest } = body;
  return rest;
};

/**
 * Checks `Idempotency-Key`: a repeated request gets the same response and has one effect; another body is a conflict; a
 * key's value is not returned twice.
 */
export function idempotencyRules(world: World, name: OperationName): void {
  if (!operationOf(name).idempotent) return;

  test(`${name}: the same Idempotency-Key and body have the same answer and one effect`, async () => {
    const attempt = await ready(world, name);
    const options = { headers: { "idempotency-key": fresh("key") } };
    const first = await sendAs(world, name, attempt, options);
    assert.equal(first.error, null, first.text);
    const again = await changesNothing(world, () => sendAs(world, name, attempt, options));
    assert.deepEqual([again.status, again.body], [first.status, withoutValue(first.body)]);
    assert.equal(again.headers.get("location"), first.headers.get("location"));
    assert.deepEqual(await world.auditOf(again.requestId), []);
    const { value } = first.body;
    if (typeof value === "string") assert.ok(!again.text.includes(value));

    const { other } = recipeOf(name);
    const body = other?.(attempt.prepared.body as never);
    const changed = { ...attempt, prepared: { ...attempt.prepared, body } };
    const conflict = await changesNothing(world, () => sendAs(world, name, changed, options));
    refusedWith(conflict, 409, "IDEMPOTENCY_CONFLICT");
    assert.deepEqual(await world.auditOf(conflict.requestId), []);
  });

  test(`${name}: two requests at once with one Idempotency-Key have one effect`, async () => {
    const attempt = await ready(world, name);
    const options = { headers: { "idempotency-key": fresh("key") } };
    const [one, other] = await Promise.all([
      sendAs(world, name, attempt, options),
      sendAs(world, name, attempt, options),
    ]);
    assert.deepEqual([one.error, other.error], [null, null]);
    assert.equal(one.body["id"], other.body["id"]);
    const events = await Promise.all([one, other].map(({ requestId }) => world.auditOf(requestId)));
    assert.equal(events.flat().length, 1);
  });

  test(`${name}: another user's Idempotency-Key is another one`, async () => {
    const headers = { "idempotency-key": fresh("key") };
    const first = await sendAs(world, name, await ready(world, name), { headers });
    const another = rolesOf(name).includes("admin")
      ? await ready(world, name, { role: "admin" })
      : { ...(await ready(world, name)), asker: await world.newcomer("owner") };
    const second = await sendAs(world, name, another, { headers });
    assert.deepEqual([first.error, second.error], [null, null], first.text + second.text);
    assert.notEqual(first.text, second.text);
  });

  test(`${name}: a refused request leaves its Idempotency-Key unused; 400 for one that is none`, async () => {
    const attempt = await ready(world, name);
    const headers = { "idempotency-key": fresh("key") };
    const bad = { ...attempt, prepared: { ...attempt.prepared, body: { nope: 1 } } };
    refusedWith(await sendAs(world, name, bad, { headers }), 400, "VALIDATION_ERROR");
    for (const key of ["", "two words", "x".repeat(256)]) {
      refusedWith(await sendAs(world, name, attempt, { headers: { "idempotency-key": key } }), 400, "VALIDATION_ERROR");
    }
    const answer = await sendAs(world, name, attempt, { headers });
    assert.equal(answer.error, null, answer.text);
  });
}
