import assert from "node:assert/strict";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { mutates, operationOf, ready, sendAs } from "./attempt.ts";
import { secretsOf } from "./secrets-of.ts";
import type { Success, World } from "./world.ts";

async function succeed(world: World, name: OperationName): Promise<Success> {
  const attempt = await ready(world, name);
  // A reader removes nothing, so everything that is there afterwards was there before.
  const before = mutates(name) ? await secretsOf(world.controlPlane) : [];
  const requestId = `kept-${name}`;
  const project = operationOf(name).scope === "project" ? { "x-project-id": world.home.projectId } : {};
  const answer = await sendAs(world, name, attempt, { headers: { "x-request-id": requestId, ...project } });
  assert.equal(answer.error, null, answer.text);
  const secrets = [...new Set([...before, ...(await secretsOf(world.controlPlane))])];
  return { attempt, answer, requestId, secrets };
}

/**
 * A success on its own things. All tests that check one side of it share it: its user, Project, request id and audit
 * event, and the values that its response must not contain.
 */
export function successOf(world: World, name: OperationName): Promise<Success> {
  const made = world.successes.get(name) ?? succeed(world, name);
  world.successes.set(name, made);
  return made;
}
