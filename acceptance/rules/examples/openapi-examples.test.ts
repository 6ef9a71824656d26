import assert from "node:assert/strict";
import test, { after, describe } from "node:test";
import { examples } from "@ferrule/contract/openapi/examples.ts";
import { operationNames } from "@ferrule/contract/operations.ts";
import { exampleRules } from "../checks/example-rules.ts";
import { openWorld } from "../world.ts";

/** The examples of the OpenAPI document against a real control plane: each request is made, and each answer compared. */
const world = await openWorld();
after(() => world[Symbol.asyncDispose]());

for (const name of operationNames) {
  describe(name, () => {
    exampleRules(world, name);
    after(() => world.tidy());
  });
}

test("every operation has an example, and nothing else has one", () => {
  assert.deepEqual(Object.keys(examples), [...operationNames]);
});
