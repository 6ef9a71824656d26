import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { changesNothing, isPublic, mutates, refusedWith, sendAs, standing } from "../attempt.ts";
import type { World } from "../world.ts";

/** Checks CSRF protection of mutations. */
export function csrfRules(world: World, name: OperationName): void {
  if (!mutates(name)) return;
  if (isPublic(name)) {
    test(`${name}: 403 for a page of another origin`, async () => {
      const attempt = await standing(world, name);
      for (const origin of ["https://elsewhere.example", "null", "http://localhost:8080.elsewhere.example"]) {
        refusedWith(await sendAs(world, name, attempt, { headers: { origin } }), 403, "FORBIDDEN");
      }
    });
    return;
  }
  const wrong = {
    "without the token": () => undefined,
    "with a wrong token": () => "wrong",
    "with the token of another session": () => world.sessions.admin.headers()["x-csrf-token"],
  };
  for (const [how, token] of Object.entries(wrong)) {
    test(`${name}: 403 ${how}, and nothing is changed`, async () => {
      const attempt = await standing(world, name);
      const headers = { "x-csrf-token": token() };
      await changesNothing(world, async () =>
        refusedWith(await sendAs(world, name, attempt, { headers }), 403, "CSRF_INVALID"),
      );
    });
  }
}
