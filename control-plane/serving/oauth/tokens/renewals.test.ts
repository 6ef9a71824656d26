import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { decodeJwt } from "jose";
import { sql } from "kysely";
import { startControlPlane, type ControlPlane } from "../../../start-control-plane.ts";
import { openRenewal } from "./kept-renewal.ts";
import { pruneOauth } from "../queries/grants.ts";
import { openAttacked } from "../testing/attacked.ts";
import { tokenHash } from "../protocol/token-hash.ts";

type Tokens = Record<string, string>;

describe("renewing tokens", () => {
  const attacked = duringTests(openAttacked);
  let replica: ControlPlane;
  before(async () => {
    const log = createLog("control-plane", "silent");
    replica = await startControlPlane({ ...attacked.plane.settings, port: 0, internalPort: 0 }, { log });
  });
  after(async () => {
    await replica?.[Symbol.asyncDispose]();
    await attacked?.plane[Symbol.asyncDispose]();
  });

  const renew = (tokens: Tokens, change: Record<string, string> = {}) =>
    attacked.refresh(tokens["refresh_token"], change);
  const renewed = async (tokens: Tokens, change: Record<string, string> = {}): Promise<Tokens> => {
    const { status, body, description } = await renew(tokens, change);
    assert.equal(status, 200, description ?? "");
    return body;
  };
  const secretsOf = ({ access_token: access, refresh_token: refresh }: Tokens) => [access, refresh];
  const inDatabase = <T>(query: ReturnType<typeof sql<T>>) =>
    attacked.plane.app.store.inInstallation(async ({ tx }) => (await query.execute(tx)).rows);
  const hashOf = (tokens: Tokens) => tokenHash(tokens["refresh_token"] ?? "");
  /** As if it had been used so many seconds ago. */
  const usedAgo = (tokens: Tokens, seconds: number) =>
    inDatabase(sql`update oauth_refresh_tokens set used_at = now() - ${seconds} * interval '1 second'
      where sha256 = ${hashOf(tokens)}`);
  const grantOf = (tokens: Tokens) => String(decodeJwt(tokens["access_token"] ?? "")["gid"]);
  const revokedAt = async (tokens: Tokens) =>
    (
      await inDatabase(
        sql<{ at: Date | null }>`select revoked_at as at from oauth_grants where id = ${grantOf(tokens)}`,
      )
    )[0]?.at;

  test("twenty at once, at two control planes, get the same tokens, and the family goes on with them", async () => {
    const first = await attacked.tokensOf();
    const body = () =>
      new URLSearchParams({
        grant_type: "refresh_token",
        client_id: attacked.place.clientId,
        refresh_token: first["refresh_token"] ?? "",
      });
    const origins = [attacked.plane.url, `http://127.0.0.1:${replica.port}`];
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const answer = await fetch(`${origins[at % 2]}/oauth/token`, { method: "POST", body: body() });
        return { status: answer.status, tokens: (await answer.json()) as Tokens };
      }),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ tokens }) => secretsOf(tokens).join())).size, 1);
    const next = answers[0]?.tokens ?? {};
    assert.notEqual(next["refresh_token"], first["refresh_token"]);
    await renewed(next);
    const [row] = await inDatabase(sql<{ n: number }>`select count(*)::int as n from oauth_refresh_tokens
      where grant_id = ${grantOf(first)} and used_at is null`);
    assert.equal(row?.n, 1, "one token is good");
  });

  test("a request whose answer was lost gets the same answer", async () => {
    const first = await attacked.tokensOf();
    const [one, again] = [await renewed(first), await renewed(first)];
    assert.deepEqual(secretsOf(again), secretsOf(one));
    assert.ok(Number(again["expires_in"]) <= Number(one["expires_in"]));
  });

  test("one that comes behind gets what is current, not what it gave", async () => {
    const first = await attacked.tokensOf();
    const second = await renewed(first);
    const third = await renewed(second);
    for (const behind of [first, second]) assert.deepEqual(secretsOf(await renewed(behind)), secretsOf(third));
    await renewed(third);
  });

  test("29 seconds later it still does, and 31 seconds later the family ends", async () => {
    const first = await attacked.tokensOf();
    const second = await renewed(first);
    await usedAgo(first, 29);
    assert.deepEqual(secretsOf(await renewed(first)), secretsOf(second));
    await usedAgo(first, 31);
    assert.equal((await renew(first)).error, "invalid_grant");
    assert.ok(await revokedAt(first));
    assert.equal((await renew(second)).error, "invalid_grant");
  });

  test("nothing is repeated for another client, nor once the consent was ended", async () => {
    const first = await attacked.tokensOf();
    await renewed(first);
    const stolen = await attacked.refused(() => renew(first, { client_id: attacked.native }));
    assert.equal(stolen.error, "invalid_grant");
    await attacked.person.client.deleteOauthGrant({ params: { grantId: grantOf(first) } });
    assert.equal((await attacked.refused(() => renew(first))).error, "invalid_grant");
  });

  test("asks for other scopes than the request before it: another access token, beside the same refresh token", async () => {
    const scope = "call admin:all";
    const first = await attacked.tokensOf({ ...attacked.place.asked, scope });
    const wide = await renewed(first);
    assert.equal(wide["scope"], scope);
    const narrow = await renewed(first, { scope: "call" });
    assert.equal(narrow["scope"], "call");
    assert.equal(decodeJwt(narrow["access_token"] ?? "")["scope"], "call");
    assert.equal(narrow["refresh_token"], wide["refresh_token"]);
    assert.equal((await attacked.refused(() => renew(first, { scope: "call root" }))).error, "invalid_scope");
  });

  test("what is kept says nothing without the token, and nothing once its half minute is over", async () => {
    const first = await attacked.tokensOf();
    const second = await renewed(first);
    const [kept] = await inDatabase(
      sql<{ answer: string }>`select answer from oauth_refresh_tokens where sha256 = ${hashOf(first)}`,
    );
    const { sessionSecret } = attacked.plane.settings;
    const open = (secret: string, token: Tokens) =>
      openRenewal(secret, token["refresh_token"] ?? "", kept?.answer ?? "");
    assert.equal((await open(sessionSecret, first))?.refresh_token, second["refresh_token"]);
    assert.equal(await open(sessionSecret, second), null);
    assert.equal(await open(`${sessionSecret}x`, first), null);
    assert.ok(
      !Buffer.from(kept?.answer ?? "", "base64url")
        .toString("latin1")
        .includes(second["refresh_token"] ?? ""),
    );
    await usedAgo(first, 31);
    await attacked.plane.app.store.inInstallation(pruneOauth);
    const [gone] = await inDatabase(
      sql<{ answer: string | null }>`select answer from oauth_refresh_tokens where sha256 = ${hashOf(first)}`,
    );
    assert.equal(gone?.answer, null);
  });

  test("one that is a hundred renewals behind is refused, and ends nothing", async () => {
    const first = await attacked.tokensOf();
    let latest = first;
    for (let made = 0; made < 101; made += 1) latest = await renewed(latest);
    assert.equal((await attacked.refused(() => renew(first))).error, "invalid_grant");
    assert.equal(await revokedAt(first), null);
    await renewed(latest);
  });

  test("a resource is the same, however its URL is written, at every door", async () => {
    const { resource } = attacked.place;
    const ways = [`${resource}/`, resource.replace("http://", "HTTP://"), resource.replace("localhost", "LOCALHOST")];
    for (const way of ways) {
      const code = await attacked.codeOf({ ...attacked.place.asked, resource: way });
      const { status, body } = await attacked.exchange(code, { resource: way });
      assert.equal(status, 200, way);
      assert.equal(decodeJwt(body["access_token"] ?? "").aud, resource);
      await renewed(body, { resource: way });
    }
    const tokens = await attacked.tokensOf();
    for (const way of [
      `${resource}//`,
      `${resource}/more`,
      `${resource}?a=1`,
      `${resource}#a`,
      resource.toUpperCase(),
    ]) {
      assert.equal((await attacked.refused(() => renew(tokens, { resource: way }))).error, "invalid_target", way);
    }
  });

  test("nothing is repeated for a person who is disabled", async () => {
    const other = await attacked.tokensOf();
    await renewed(other);
    const owner = await attacked.plane.signInAs("owner");
    await owner.updateUser({ params: { userId: attacked.person.user.id }, body: { status: "disabled" } });
    assert.equal((await attacked.refused(() => renew(other))).error, "invalid_grant");
  });
});
