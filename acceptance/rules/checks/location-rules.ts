import assert from "node:assert/strict";
import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { operationOf, ready, sendAs } from "../attempt.ts";
import type { World } from "../world.ts";

/** Checks that a created thing can be read at the `Location` of its response. */
export function locationRules(world: World, name: OperationName): void {
  if (operationOf(name).status !== 201) return;

  test(`${name}: a GET of its Location answers what it created`, async () => {
    const attempt = await ready(world, name);
    const created = await sendAs(world, name, attempt);
    const location = created.headers.get("location") ?? assert.fail("no Location");
    const answer = await fetch(new URL(location, world.controlPlane.url), { headers: attempt.asker.headers() });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    assert.equal((JSON.parse(text) as { id: string }).id, created.body["id"]);
  });
}
