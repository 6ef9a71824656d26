import assert from "node:assert/strict";
import { exportJWK, generateKeyPair } from "jose";
import { startTestControlPlane } from "../../../testing/test-control-plane.ts";
import { oauthOf, openSignIn, redirectUri, requestOf, verifier, type OauthAnswer } from "./oauth-of.ts";

export type Asked = Record<string, string | undefined>;

/** A control plane for attacks: it has two tenants, each with an endpoint to which callers sign in. */
export async function openAttacked() {
  const plane = await startTestControlPlane();
  const oauth = oauthOf(plane);
  const admin = await plane.signInAs("admin");
  const person = await plane.session("operator");
  const scopes = [{ name: "admin:all", description: "Delete", targets: ["delete_all"] }];
  const place = await openSignIn(admin, { scopes });
  const elsewhere = await openSignIn(await plane.signInAs("admin", (await plane.createProject()).id));
  const params = { endpointId: place.endpointId };
  const environment = "development" as const;
  const redirectUris = ["http://127.0.0.1/callback", "com.example.app:/callback"];
  const app = { use: "person" as const, name: "App", environment, redirectUris };
  const native = (await admin.createOauthClient({ params, body: app })).id;
  const { privateKey: machineKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const { kty = "", crv = "", x = "", y = "" } = await exportJWK(publicKey);
  const jwks = { keys: [{ kty, crv, x, y, kid: "m1" }] };
  const robot = { use: "machine" as const, name: "Robot", environment, jwks };
  const machine = (await admin.createOauthClient({ params, body: robot })).id;

  /** Everything that a refused request must leave unchanged. */
  const stateOf = () =>
    plane.app.store.inInstallation(async ({ tx }) => ({
      grants: await tx.selectFrom("oauthGrants").select(["id", "revokedAt"]).orderBy("id").execute(),
      codes: await tx.selectFrom("oauthCodes").select(["sha256", "usedAt"]).orderBy("sha256").execute(),
      refreshTokens: await tx.selectFrom("oauthRefreshTokens").select(["sha256", "usedAt"]).orderBy("sha256").execute(),
      clients: await tx.selectFrom("oauthClients").select("id").orderBy("id").execute(),
      assertions: await tx.selectFrom("oauthAssertions").select("sha256").orderBy("sha256").execute(),
    }));

  async function refused(attack: () => Promise<OauthAnswer>): Promise<OauthAnswer> {
    const before = await stateOf();
    const answer = await attack();
    assert.deepEqual(await stateOf(), before, "it changed nothing");
    return answer;
  }

  /** Lets the person consent, and returns the code. */
  async function codeOf(asked: Asked = place.asked): Promise<string> {
    const request = requestOf(await oauth.authorize(asked));
    const { redirectUrl } = await person.client.createOauthGrant({ body: { request } });
    return new URL(redirectUrl).searchParams.get("code") ?? "";
  }
  const exchange = (code: string, change: Asked = {}) =>
    oauth.token({
      grant_type: "authorization_code",
      code,
      client_id: place.clientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource: place.resource,
      ...change,
    });
  const tokensOf = async (asked: Asked = place.asked) => (await exchange(await codeOf(asked))).body;
  const refresh = (refreshToken: string | undefined, change: Asked = {}) =>
    oauth.token({ grant_type: "refresh_token", refresh_token: refreshToken, client_id: place.clientId, ...change });
  const made = { plane, oauth, admin, person, place, elsewhere, native, machineKey, machine };
  return { ...made, stateOf, refused, codeOf, exchange, tokensOf, refresh };
}

export type Attacked = Awaited<ReturnType<typeof openAttacked>>;
