import assert from "node:assert/strict";
import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { environments, roles } from "@ferrule/contract/states.ts";
import {
  allowedIn,
  changesNothing,
  isPublic,
  operationOf,
  ready,
  readyAs,
  refusedWith,
  rolesOf,
  sendAs,
  standing,
} from "../attempt.ts";
import { recipeOf } from "../recipes.ts";
import { successOf } from "../success-of.ts";
import type { SignedIn } from "@ferrule/control-plane/testing/test-control-plane.ts";
import type { World } from "../world.ts";

/** Checks the platform roles by the operation table, with real users of all four. */
export function roleRules(world: World, name: OperationName, newUser: SignedIn): void {
  if (isPublic(name)) return;
  for (const role of roles) {
    if (rolesOf(name).includes(role)) {
      test(`${name}: answers ${role}`, async () => {
        const isShared = role === "owner" && recipeOf(name).inEnvironment === undefined;
        const { answer } = isShared
          ? await successOf(world, name)
          : { answer: await sendAs(world, name, await readyAs(world, name, role)) };
        assert.equal(answer.error, null, answer.text);
      });
    } else {
      test(`${name}: 403 for ${role}, and nothing is changed`, async () => {
        const { prepared } = await standing(world, name);
        const asker = world.sessions[role];
        await changesNothing(world, async () =>
          refusedWith(await sendAs(world, name, { asker, prepared }), 403, "FORBIDDEN"),
        );
      });
    }
  }
  environmentRules(world, name);

  if (operationOf(name).beforePasswordChange === true) return;
  test(`${name}: 403 for somebody who must choose a password first`, async () => {
    const { prepared } = await standing(world, name);
    refusedWith(await sendAs(world, name, { asker: newUser, prepared }), 403, "PASSWORD_CHANGE_REQUIRED");
  });
}

/** The second 403, for roles whose rights depend on the environment. */
function environmentRules(world: World, name: OperationName): void {
  const { rolesIn } = operationOf(name);
  if (!rolesIn) return;
  const { inEnvironment, refusals } = recipeOf(name);
  for (const environment of environments) {
    for (const role of rolesOf(name)) {
      const isAllowed = allowedIn(name, environment).includes(role);
      test(`${name}: ${isAllowed ? "answers" : "403 for"} ${role} in ${environment}`, async () => {
        assert.ok(inEnvironment, "the recipe says how to touch an environment");
        const attempt = await ready(world, name, { role, prepare: (scene) => inEnvironment(scene, environment) });
        if (isAllowed) assert.equal((await sendAs(world, name, attempt)).error, null);
        else await changesNothing(world, async () => refusedWith(await sendAs(world, name, attempt), 403, "FORBIDDEN"));
      });
    }
  }
  const prepare = refusals?.INVALID_STATE;
  const outsiders = roles.filter(
    (role) => rolesOf(name).includes(role) && !allowedIn(name, "development").includes(role),
  );
  if (!prepare) return;
  for (const role of outsiders) {
    test(`${name}: 403 for ${role} in development comes before 409 for its state`, async () => {
      refusedWith(await sendAs(world, name, await ready(world, name, { role, prepare })), 403, "FORBIDDEN");
    });
  }
}
