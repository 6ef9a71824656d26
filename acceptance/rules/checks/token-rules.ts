import assert from "node:assert/strict";
import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import type { SignedIn } from "@ferrule/control-plane/testing/test-control-plane.ts";
import { changeUser } from "@ferrule/control-plane/people/users/queries.ts";
import { isPublic, operationOf, ready, refusedWith, rolesOf, standing } from "../attempt.ts";
import { fresh } from "../site.ts";
import type { World } from "../world.ts";

/** `Authorization` headers of API tokens for the home Project only. */
export interface Tokens {
  owner: string;
  /** An owner's token of the role operator. */
  operator: string;
  /** A token of a user who has been disabled since. */
  disabled: string;
}

export async function issueTokens(world: World): Promise<Tokens> {
  const { controlPlane, home } = world;
  const issue = async ({ client }: SignedIn, role: "owner" | "operator") => {
    const { value } = await client.createToken({ body: { name: fresh("token"), role, projectId: home.projectId } });
    return `Bearer ${value}`;
  };
  const leaver = await world.newcomer("owner");
  const tokens = {
    owner: await issue(world.sessions.owner, "owner"),
    operator: await issue(world.sessions.owner, "operator"),
    disabled: await issue(leaver, "owner"),
  };
  await controlPlane.app.store.inInstallation((scope) => changeUser(scope, leaver.user.id, { status: "disabled" }));
  return tokens;
}

/** Checks that API tokens authenticate callers without a browser, within the roles of the token and of its user. */
export function tokenRules(world: World, name: OperationName, tokens: Tokens): void {
  if (isPublic(name)) return;

  test(`${name}: 400 for a session cookie and a bearer token together`, async () => {
    const { asker, prepared } = await standing(world, name);
    const headers = { ...asker.headers(), authorization: tokens.owner };
    refusedWith(await world.send(name, prepared, { headers }), 400, "VALIDATION_ERROR");
  });

  test(`${name}: 403 for the token of a disabled user`, async () => {
    const { prepared } = await standing(world, name);
    const headers = { authorization: tokens.disabled };
    refusedWith(await world.send(name, prepared, { headers }), 403, "ACCOUNT_DISABLED");
  });

  if (operationOf(name).tokens === false) {
    test(`${name}: 403 for any API token`, async () => {
      const { prepared } = await standing(world, name);
      refusedWith(await world.send(name, prepared, { headers: { authorization: tokens.owner } }), 403, "FORBIDDEN");
    });
    return;
  }

  test(`${name}: answers a token of its Project, without a CSRF token${limited.has(name) ? ", in its own Project only" : ""}`, async () => {
    const { prepared } = await ready(world, name);
    const answer = await world.send(name, prepared, { headers: { authorization: tokens.owner } });
    const refusal = limited.get(name);
    if (refusal) refusedWith(answer, refusal.status, refusal.code);
    else assert.equal(answer.error, null, answer.text);
  });

  if (!rolesOf(name).includes("operator")) {
    test(`${name}: 403 for an owner's token of the role operator`, async () => {
      const { prepared } = await standing(world, name);
      refusedWith(await world.send(name, prepared, { headers: { authorization: tokens.operator } }), 403, "FORBIDDEN");
    });
  }
}

/** A token works for one Project: it cannot create another, and any other Project does not exist for it. */
const limited = new Map<OperationName, { status: 403 | 404; code: "FORBIDDEN" | "NOT_FOUND" }>([
  ["createProject", { status: 403, code: "FORBIDDEN" }],
  ["updateProject", { status: 404, code: "NOT_FOUND" }],
  ["archiveProject", { status: 404, code: "NOT_FOUND" }],
  ["deleteProject", { status: 404, code: "NOT_FOUND" }],
]);
