import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { roles } from "@ferrule/contract/states.ts";
import {
  isPublic,
  mapValues,
  mutates,
  operationOf,
  refusedWith,
  rolesOf,
  standing,
  unknownId,
  worst,
} from "../attempt.ts";
import { inTurn } from "./in-turn.ts";
import { recipeOf } from "../recipes.ts";
import type { World } from "../world.ts";

const impossibleIds = ["none", "\0", "x".repeat(200), "..%2f..", "🦀"];

/**
 * Checks the order of checks. A request with everything wrong gets 401; with each correction it gets the next: 409
 * (Project), 403 (role), 403 (CSRF), 400, 404.
 */
export function orderRules(world: World, name: OperationName): void {
  test(`${name}: 401 before 409 before 403 before 400 before 404`, async () => {
    const operation = operationOf(name);
    const { prepared } = await standing(world, name);
    const bad = worst(name, prepared);
    const wrong = { "x-csrf-token": "wrong", "x-project-id": world.foreign.projectId };
    if (isPublic(name)) {
      const elsewhere = { headers: { origin: "https://elsewhere.example" } };
      if (mutates(name)) refusedWith(await world.send(name, bad, elsewhere), 403, "FORBIDDEN");
      refusedWith(await world.send(name, bad), 400, "VALIDATION_ERROR");
      return;
    }
    refusedWith(await world.send(name, bad, { headers: wrong }), 401, "UNAUTHENTICATED");
    const outsider = roles.find((role) => !rolesOf(name).includes(role));
    const member = rolesOf(name)[0] ?? "owner";
    const ask = outsider ?? member;
    const withWrong = (cookie: string | undefined) => ({ headers: { cookie, ...wrong } });
    if (operation.scope === "project") {
      refusedWith(
        await world.send(name, bad, withWrong(world.without[ask].headers()["cookie"])),
        409,
        "PROJECT_NOT_SELECTED",
      );
      if (mutates(name)) {
        refusedWith(
          await world.send(name, bad, withWrong(world.sessions[ask].headers()["cookie"])),
          409,
          "PROJECT_MISMATCH",
        );
      }
    }
    const csrfOnly = { "x-csrf-token": "wrong" };
    if (outsider) {
      const { cookie } = world.sessions[outsider].headers();
      refusedWith(await world.send(name, bad, { headers: { cookie, ...csrfOnly } }), 403, "FORBIDDEN");
    }
    const headers = world.sessions[member].headers();
    if (mutates(name))
      refusedWith(await world.send(name, bad, { headers: { ...headers, ...csrfOnly } }), 403, "CSRF_INVALID");
    refusedWith(await world.send(name, bad, { headers }), 400, "VALIDATION_ERROR");
    if (!prepared.params || recipeOf(name).belongsTo === "nobody") return;
    const nowhere = { ...prepared, params: mapValues(prepared.params, unknownId) };
    refusedWith(await world.send(name, nowhere, { headers }), 404, "NOT_FOUND");
    // A malformed id also names nothing.
    for (const value of inTurn(name, impossibleIds)) {
      const params = mapValues(prepared.params, () => value);
      refusedWith(await world.send(name, { ...prepared, params }, { headers }), 404, "NOT_FOUND");
    }
    const { inEnvironment } = recipeOf(name);
    const barred = rolesOf(name).find((role) => operation.rolesIn?.production?.includes(role) === false);
    if (!inEnvironment || !barred) return;
    // The existence check comes before the role check that depends on the environment.
    const production = await inEnvironment({ site: world.home, asker: world.sessions.owner }, "production");
    const lost = { ...production, params: mapValues(production.params ?? {}, unknownId) };
    refusedWith(await world.send(name, lost, { headers: world.sessions[barred].headers() }), 404, "NOT_FOUND");
  });
}
