import { before, describe } from "node:test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { oauthOf, openSignIn, redirectUri, requestOf, verifier } from "./serving/oauth/testing/oauth-of.ts";
import { issueLink } from "./people/passwords/issue-link.ts";
import {
  counting,
  disable,
  isGiven,
  isOk,
  liveGrants,
  liveSessions,
  testRaces,
  type Race,
  type Races,
} from "./testing/race.ts";
import { restScheduler } from "./testing/rest-scheduler.ts";
import { startTestControlPlane, testPassword, type SignedIn } from "./testing/test-control-plane.ts";

type Taking = Race["take"];

const plane = duringTests(startTestControlPlane);
let owner: SignedIn;
let made = 0;
before(async () => {
  // It takes locks of its own.
  await restScheduler(plane.app);
  owner = await plane.session("owner");
});

async function consent(by?: Awaited<ReturnType<typeof openSignIn>>, asked: object = {}) {
  const person = await plane.session("operator");
  const place = by ?? (await openSignIn(owner.client));
  const request = requestOf(await oauthOf(plane).authorize({ ...place.asked, ...asked }));
  const allow = () => person.client.createOauthGrant({ body: { request } });
  return { person, place, request, allow };
}
async function codeOf({ allow, place }: Awaited<ReturnType<typeof consent>>) {
  const code = new URL((await allow()).redirectUrl).searchParams.get("code") ?? "";
  return () =>
    oauthOf(plane).token({
      grant_type: "authorization_code",
      code,
      client_id: place.clientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
}
const tokensOf = (userId: string) =>
  counting(sql<{ n: number }>`select count(*) as n from oauth_refresh_tokens t join oauth_grants g on g.id = t.grant_id
    where g.user_id = ${userId} and g.revoked_at is null`);

async function dynamic() {
  const place = await openSignIn(owner.client, { registration: true });
  const client_id = String((await oauthOf(plane).register({ redirect_uris: [redirectUri] })).body["client_id"]);
  const close: Taking = ({ tx }) =>
    sql`update auth_policies set caller = jsonb_set(caller, '{oauth,registration}', 'false')
      where endpoint_id = ${place.endpointId}`.execute(tx);
  return { place: { ...place, clientId: client_id, asked: { ...place.asked, client_id } }, close };
}

async function machine() {
  const place = await openSignIn(owner.client);
  const pair = await generateKeyPair("ES256", { extractable: true });
  const { kty = "", crv = "", x = "", y = "" } = await exportJWK(pair.publicKey);
  const { id } = await owner.client.createOauthClient({
    params: { endpointId: place.endpointId },
    body: { use: "machine", name: "Robot", environment: "development", jwks: { keys: [{ kty, crv, x, y, kid: "m" }] } },
  });
  const ask = async () =>
    oauthOf(plane).token({
      grant_type: "client_credentials",
      client_id: id,
      resource: place.resource,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: await new SignJWT({ iss: id, sub: id, aud: plane.settings.publicUrl, jti: `${(made += 1)}` })
        .setProtectedHeader({ alg: "ES256", kid: "m" })
        .setExpirationTime("1m")
        .sign(pair.privateKey),
    });
  return { id, ask };
}
async function commandLine() {
  const { client, user } = await plane.session("developer");
  const { id: projectId } = await plane.createProject();
  const { userCode, deviceCode } = await client.createCliSignIn({ body: { machine: "laptop" } });
  const body = { projectId, role: "developer", validDays: 30 } as const;
  return { user, body: { deviceCode }, allow: () => client.allowCliSignIn({ params: { userCode }, body }) };
}
const removeClient =
  (id: string): Taking =>
  ({ tx }) =>
    sql`delete from oauth_clients where id = ${id}`.execute(tx);

const endpoints = counting(sql<{ n: number }>`select count(*) as n from runtime_endpoints where slug like 'raced-%'`);
const makeEndpoint = (slug: string) => ({ kind: "mcp" as const, slug: `raced-${slug}` });

const races: Races = {
  "a consent, and its person is disabled": {
    ends: true,
    set: async () => {
      const { person, allow } = await consent();
      return {
        give: () => isGiven(allow()),
        take: disable(person.user.id),
        left: liveGrants(sql`user_id = ${person.user.id}`),
      };
    },
  },
  "a code's tokens, and the person is disabled": {
    ends: true,
    set: async () => {
      const one = await consent();
      const exchange = await codeOf(one);
      const { id } = one.person.user;
      return { give: () => isOk(exchange()), take: disable(id), left: tokensOf(id) };
    },
  },
  "renewed tokens, and the person is disabled": {
    ends: true,
    set: async () => {
      const one = await consent();
      const { body } = await (await codeOf(one))();
      const form = { grant_type: "refresh_token", refresh_token: body["refresh_token"], client_id: one.place.clientId };
      const { id } = one.person.user;
      return { give: () => isOk(oauthOf(plane).token(form)), take: disable(id), left: tokensOf(id) };
    },
  },
  "a session by a password, and the person is disabled": {
    ends: true,
    set: async () => {
      const user = await plane.createUser("developer");
      const body = { email: user.email, password: testPassword };
      const give = () => isOk(plane.request("/api/auth/login", { method: "POST", body }));
      return { give, take: disable(user.id), left: liveSessions(sql`user_id = ${user.id}`) };
    },
  },
  "a session by a link, and the person is disabled": {
    ends: true,
    set: async () => {
      const user = await plane.createUser("developer");
      const token = await plane.app.store.inInstallation((scope) => issueLink(scope, user.id));
      const give = () => isOk(plane.request("/api/auth/link", { method: "POST", body: { token } }));
      return { give, take: disable(user.id), left: liveSessions(sql`user_id = ${user.id}`) };
    },
  },
  "a link, and its person is disabled": {
    ends: true,
    set: async () => {
      const user = await plane.createUser("developer");
      const give = () => isGiven(owner.client.inviteUser({ params: { userId: user.id } }));
      const left = counting(sql<{ n: number }>`select count(*) as n from one_time_links where user_id = ${user.id}`);
      return { give, take: disable(user.id), left };
    },
  },
  "an API token, and its person is disabled": {
    ends: false,
    set: async () => {
      const { client, user } = await plane.session("developer");
      const { id: projectId } = await plane.createProject();
      const give = () => isGiven(client.createToken({ body: { name: "t", role: "developer", projectId } }));
      const left = counting(sql<{ n: number }>`select count(*) as n from api_tokens where user_id = ${user.id}`);
      return { give, take: disable(user.id), left };
    },
  },
  "a command line's sign-in, and the person who allows it is disabled": {
    ends: false,
    set: async () => {
      const { user, allow } = await commandLine();
      const left = counting(sql<{ n: number }>`select count(*) as n from cli_sign_ins where user_id = ${user.id}`);
      return { give: () => isGiven(allow()), take: disable(user.id), left };
    },
  },
  "a command line's token, and the person who allowed it is disabled": {
    ends: false,
    set: async () => {
      const { user, allow, body } = await commandLine();
      await allow();
      const give = () => isOk(plane.request("/api/auth/cli-sign-ins/redeem", { method: "POST", body }));
      const left = counting(sql<{ n: number }>`select count(*) as n from api_tokens where user_id = ${user.id}`);
      return { give, take: disable(user.id), left };
    },
  },
  "an endpoint, and the session that makes it has ended": {
    ends: false,
    set: async () => {
      const { client, user } = await plane.session("admin");
      const give = () => isGiven(client.createRuntimeEndpoint({ body: makeEndpoint(`session-${(made += 1)}`) }));
      return {
        give,
        take: ({ tx }) => sql`delete from sessions where user_id = ${user.id}`.execute(tx),
        left: endpoints,
      };
    },
  },
  "an endpoint, and the API token that makes it is removed": {
    ends: false,
    set: async () => {
      const { id: projectId } = await plane.createProject();
      const { client } = await plane.session("admin", projectId);
      const { id, value } = await client.createToken({ body: { name: "t", role: "admin", projectId } });
      const sent = {
        method: "POST",
        headers: { authorization: `Bearer ${value}` },
        body: makeEndpoint(`token-${(made += 1)}`),
      };
      const give = () => isOk(plane.request("/api/runtime-endpoints", sent));
      return { give, take: ({ tx }) => sql`delete from api_tokens where id = ${id}`.execute(tx), left: endpoints };
    },
  },
  "a user, and the owner who makes them is demoted": {
    ends: false,
    set: async () => {
      const { client, user } = await plane.session("owner");
      const email = `raced-${(made += 1)}@example.com`;
      const give = () => isGiven(client.createUser({ body: { email, name: "Raced", role: "owner" } }));
      const left = counting(sql<{ n: number }>`select count(*) as n from users where email = ${email}`);
      const take: Taking = async (scope) => {
        await sql`select 1 from users where id = ${user.id} for update`.execute(scope.tx);
        await sql`update users set role = 'developer' where id = ${user.id}`.execute(scope.tx);
      };
      return { give, take, left };
    },
  },
  "a machine's token, and the machine is removed": {
    ends: true,
    set: async () => {
      const { id, ask } = await machine();
      return { give: () => isOk(ask()), take: removeClient(id), left: liveGrants(sql`client_id = ${id}`) };
    },
  },
  "a consent, and its client is removed": {
    ends: true,
    set: async () => {
      const { allow, place } = await consent();
      return {
        give: () => isGiven(allow()),
        take: removeClient(place.clientId),
        left: liveGrants(sql`client_id = ${place.clientId}`),
      };
    },
  },
  "a consent of a client that registered itself, and the policy takes none any more": {
    ends: true,
    set: async () => {
      const { place, close } = await dynamic();
      const { allow } = await consent(place);
      return { give: () => isGiven(allow()), take: close, left: liveGrants(sql`client_id = ${place.clientId}`) };
    },
  },
  "a registration, and no policy takes any more": {
    ends: false,
    set: async () => {
      await plane.app.store.inInstallation(({ tx }) =>
        sql`update auth_policies set caller = jsonb_set(caller, '{oauth,registration}', 'false') where caller ->> 'mode' = 'oauth'`.execute(
          tx,
        ),
      );
      await plane.app.store.inInstallation(({ tx }) =>
        sql`delete from oauth_clients where kind = 'dynamic'`.execute(tx),
      );
      const { close } = await dynamic();
      const name = `registered-${(made += 1)}`;
      const give = () => isOk(oauthOf(plane).register({ redirect_uris: [redirectUri], client_name: name }));
      return {
        give,
        take: close,
        left: counting(sql<{ n: number }>`select count(*) as n from oauth_clients where name = ${name}`),
      };
    },
  },
  "a session by a password, and only providers sign in from now on": {
    ends: true,
    set: async () => {
      const user = await plane.createUser("developer");
      const body = { email: user.email, password: testPassword };
      const give = () => isOk(plane.request("/api/auth/login", { method: "POST", body }));
      const take: Taking = async ({ tx }) => {
        await sql`update sign_in_policy set local_sign_in = 'break-glass'`.execute(tx);
        await sql`delete from sessions where user_id = ${user.id}`.execute(tx);
      };
      const left: Taking = async (scope) => {
        await sql`update sign_in_policy set local_sign_in = 'everyone'`.execute(scope.tx);
        return liveSessions(sql`user_id = ${user.id}`)(scope);
      };
      return { give, take, left };
    },
  },
};

describe("at the same moment", () => testRaces(() => plane, races));
