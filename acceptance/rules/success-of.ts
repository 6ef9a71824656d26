import assert from "node:assert/strict";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { mutates, operationOf, ready, sendAs } from "./attempt.ts";
import { secretsOf } from "./secrets-of.ts";
import type { Success, World } from "./world.ts";

async function succeed(world: World, name: OperationName): Promise<Success> {
  const attempt = await ready(world, name);
  // Whoever only reads removes none, so what is there afterwards was there before.
  const before = mutates(name) ? await secretsOf(world.controlPlane) : [];
  const requestId = `kept-${name}`;
  const project = operationOf(name).scope === "project" ? { "x-project-id": world.home.projectId } : {};
  const answer = await sendAs(world, name, attempt, { headers: { "x-request-id": requestId, ...project } });
  assert.equal(answer.error, null, answer.text);
  const secrets = [...new Set([...before, ...(await secretsOf(world.controlPlane))])];
  return { attempt, answer, requestId, secrets };
}

/**
 * A success on things of its own, made once for all the tests that look at one from different sides: who may ask, its
 * Project, its request id, its audit event and what must not be in its answer.
 */
export function successOf(world: World, name: OperationName): Promise<Success> {
  const made = world.successes.get(name) ?? succeed(world, name);
  world.successes.set(name, made);
  return made;
}
