import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { keyRing } from "../../../ground/sealing/key-ring.ts";
import { rotateSigningKeys, rewrapSigningKeys } from "./signing-keys.ts";
import { openAttacked } from "../testing/attacked.ts";

const day = 86_400_000;

describe("the keys that sign access tokens", () => {
  const attacked = duringTests(openAttacked);
  after(() => attacked?.plane[Symbol.asyncDispose]());

  const kidOf = (token: string | undefined) => decodeProtectedHeader(token ?? "").kid;
  const published = async () => {
    const answer = await fetch(`${attacked.plane.url}/oauth/keys`);
    return ((await answer.json()) as { keys: Record<string, string>[] }).keys;
  };

  test("are published without their private part, and verify what they signed", async () => {
    const { access_token: token = "" } = await attacked.tokensOf();
    const keys = await published();
    assert.deepEqual(
      keys.map(({ kid }) => kid),
      [kidOf(token)],
    );
    assert.ok(keys.every((key) => !("d" in key)));
    const { publicUrl } = attacked.plane.settings;
    const set = createRemoteJWKSet(new URL(`${attacked.plane.url}/oauth/keys`));
    const { payload } = await jwtVerify(token, set, { issuer: publicUrl, audience: attacked.place.resource });
    assert.equal(payload["client_id"], attacked.place.clientId);
  });

  test("are replaced without a pause: the next is published before it signs, the old one after", async () => {
    const { plane, tokensOf } = attacked;
    const first = kidOf((await tokensOf())["access_token"]);
    await rotateSigningKeys(plane.app);
    assert.equal((await published()).length, 1, "it is not due yet");
    await rotateSigningKeys(plane.app, Date.now() + 31 * day);
    assert.equal((await published()).length, 2);
    assert.equal(kidOf((await tokensOf())["access_token"]), first, "workers may not know the next one yet");
    // An hour and more passes.
    await plane.app.store.inInstallation(({ tx }) =>
      tx
        .updateTable("oauthSigningKeys")
        .set({ signsFrom: new Date() })
        .where("kid", "<>", first ?? "")
        .execute(),
    );
    const next = kidOf((await tokensOf())["access_token"]);
    assert.notEqual(next, first);
    await rotateSigningKeys(plane.app);
    assert.equal((await published()).length, 2, "tokens of the old one may still live");
    await rotateSigningKeys(plane.app, Date.now() + 2 * 3_600_000);
    assert.deepEqual(
      (await published()).map(({ kid }) => kid),
      [next],
    );
  });

  test("are sealed: a new encryption key takes them over, and none of the private part is stored in the open", async () => {
    const { plane } = attacked;
    const ring = await keyRing(["a newer key of the tests, 32 characters and more", ...plane.settings.encryptionKeys]);
    assert.equal((await plane.app.store.inInstallation((scope) => rewrapSigningKeys(scope, ring))).rewrapped, 1);
    assert.equal((await plane.app.store.inInstallation((scope) => rewrapSigningKeys(scope, ring))).rewrapped, 0);
    const [row] = await plane.app.store.inInstallation(({ tx }) =>
      tx.selectFrom("oauthSigningKeys").selectAll().execute(),
    );
    assert.equal(row?.keyId, ring.first.id);
    assert.doesNotMatch(row?.ciphertext.toString("latin1") ?? "", /"d":/);
  });

  test("an encryption key that is gone costs a new signing key, not the sign-in", async () => {
    const { plane, tokensOf } = attacked;
    const before = (await published()).length;
    await plane.app.store.inInstallation(({ tx }) =>
      tx.updateTable("oauthSigningKeys").set({ keyId: "k_gone", kid: "cannot-be-opened" }).execute(),
    );
    assert.notEqual(kidOf((await tokensOf())["access_token"]), "cannot-be-opened");
    assert.equal((await published()).length, before + 1);
  });

  test("metadata is there only while callers sign in somewhere, and a wrong method is 405", async () => {
    const { plane, place } = attacked;
    const server = await fetch(`${plane.url}/.well-known/oauth-authorization-server`);
    const said = (await server.json()) as Record<string, unknown>;
    assert.deepEqual([said["issuer"], said["registration_endpoint"]], [plane.settings.publicUrl, undefined]);
    assert.equal(server.headers.get("access-control-allow-origin"), "*");
    const at = (url: string) => fetch(`${plane.url}/.well-known/oauth-protected-resource${new URL(url).pathname}`);
    const described = (await (await at(place.resource)).json()) as Record<string, unknown>;
    assert.deepEqual(
      [described["resource"], described["authorization_servers"], described["scopes_supported"]],
      [place.resource, [plane.settings.publicUrl], ["call", "admin:all"]],
    );
    assert.equal((await at(place.resource.replace("development", "production"))).status, 404);
    assert.equal((await fetch(`${plane.url}/.well-known/oauth-protected-resource`)).status, 404);
    const wrong = await fetch(`${plane.url}/oauth/token`);
    assert.deepEqual([wrong.status, wrong.headers.get("allow")], [405, "POST"]);
  });
});
