import assert from "node:assert/strict";
import test from "node:test";
import { sql } from "kysely";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { signSessionCookie } from "@ferrule/control-plane/people/session/cookie/session-cookie.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { changesNothing, isPublic, ready, refusedWith, standing } from "../attempt.ts";
import { inTurn } from "./in-turn.ts";
import type { World } from "../world.ts";

/** Cookies that no longer open a session, by the reason. */
export interface EndedSessions {
  ended: string;
  idle: string;
  expired: string;
  unknown: string;
  /** Nobody's cookie: signed with another secret. */
  forged: string;
}

/**
 * Signs in three times and ends each session in a different way; also makes two cookies that never belonged to a
 * session.
 */
export async function endSessions({ controlPlane }: World): Promise<EndedSessions> {
  const { app, settings } = controlPlane;
  const signIn = async () => controlPlane.signIn(await controlPlane.createUser("owner"));
  const [ended, idle] = [await signIn(), await signIn()];
  const [endedCookie, idleCookie] = [ended, idle].map((one) => one.headers()["cookie"] ?? "");
  await ended.client.logout();
  await app.store.inInstallation(({ tx }) =>
    sql`update sessions set last_seen_at = now() - interval '13 hours' where user_id = ${idle.user.id}`.execute(tx),
  );
  const session = (expiresAt: number) => ({
    id: identifier("ses"),
    userId: ended.user.id,
    projectId: null,
    expiresAt: new Date(expiresAt),
  });
  const cookie = async (secret: string, expiresAt: number) =>
    `ferrule_session=${await signSessionCookie(secret, session(expiresAt))}`;
  return {
    ended: endedCookie ?? "",
    idle: idleCookie ?? "",
    expired: await cookie(settings.sessionSecret, Date.now() - 1_000),
    unknown: await cookie(settings.sessionSecret, Date.now() + 60_000),
    forged: await cookie("another secret, of 32 characters and more", Date.now() + 60_000),
  };
}

const noTokens = ["Bearer rubbish", `Bearer fer_pat_${"A".repeat(43)}`, "Basic b3duZXI6b3duZXI="];

/** Checks that operations authenticate the platform session. */
export function authenticationRules(world: World, name: OperationName, sessions: EndedSessions): void {
  if (isPublic(name)) {
    test(`${name}: needs no session`, async () => {
      const { prepared } = await ready(world, name);
      assert.equal((await world.send(name, prepared)).error, null);
    });
    return;
  }
  const csrf = { "x-csrf-token": "any" };

  test(`${name}: 401 without a session`, async () => {
    const { prepared } = await standing(world, name);
    await changesNothing(world, async () => {
      const answer = refusedWith(await world.send(name, prepared, { headers: csrf }), 401, "UNAUTHENTICATED");
      assert.ok(answer.headers.get("www-authenticate"));
      for (const cookie of inTurn(name, ["ferrule_session=rubbish", "ferrule_session=", sessions.forged])) {
        refusedWith(await world.send(name, prepared, { headers: { ...csrf, cookie } }), 401, "UNAUTHENTICATED");
      }
      for (const authorization of inTurn(name, noTokens)) {
        refusedWith(await world.send(name, prepared, { headers: { authorization } }), 401, "UNAUTHENTICATED");
      }
    });
  });

  test(`${name}: 401 SESSION_EXPIRED once the session has ended, lain idle or expired`, async () => {
    const { prepared } = await standing(world, name);
    for (const cookie of inTurn(name, [sessions.ended, sessions.idle, sessions.expired, sessions.unknown])) {
      refusedWith(await world.send(name, prepared, { headers: { ...csrf, cookie } }), 401, "SESSION_EXPIRED");
    }
  });
}
