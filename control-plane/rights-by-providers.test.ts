import assert from "node:assert/strict";
import { before, describe } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startFakeProvider } from "./people/identity/testing/fake-provider.ts";
import { begin, openBrowser } from "./people/identity/testing/sign-in-by.ts";
import { oauthOf, openSignIn, requestOf } from "./serving/oauth/testing/oauth-of.ts";
import { newUser, scimOf } from "./people/scim/testing/scim-of.ts";
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
import { startTestControlPlane, type SignedIn } from "./testing/test-control-plane.ts";

type Taking = Race["take"];

const plane = duringTests(() => startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] }));
const fake = duringTests(startFakeProvider);
let owner: SignedIn;
let made = 0;
before(async () => {
  // It takes locks of its own.
  await restScheduler(plane.app);
  owner = await plane.session("owner");
});

async function provider(more: object = {}) {
  const { issuer, clientId, clientSecret } = fake;
  // One at a time has an issuer and a client.
  const { items } = await owner.client.listIdentityProviders({ query: {} });
  for (const { id } of items) await owner.client.deleteIdentityProvider({ params: { providerId: id } });
  const body = {
    name: `Acme ${(made += 1)}`,
    issuer,
    clientId,
    clientSecret,
    otherRole: "developer" as const,
    ...more,
  };
  return (await owner.client.createIdentityProvider({ body })).id;
}
const switchOff =
  (providerId: string): Taking =>
  ({ tx }) =>
    sql`update identity_providers set status = 'disabled' where id = ${providerId}`.execute(tx);

async function assertionOf(sub: string) {
  const place = await openSignIn(owner.client, { issuers: [fake.issuer] });
  const ask = async () => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: fake.issuer, sub, aud: plane.settings.publicUrl, client_id: place.clientId };
    const more = { resource: place.resource, jti: `jag-${(made += 1)}`, iat: now, exp: now + 300 };
    const assertion = await fake.sign({ ...claims, ...more }, { typ: "oauth-id-jag+jwt" });
    const grant_type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    return oauthOf(plane).token({ grant_type, assertion, client_id: place.clientId });
  };
  return { place, ask };
}
const claims = (sub: string) => ({ sub, email: `${sub}@acme.example`, email_verified: true, name: "Ada" });

/** A person of the provider, signed in once. */
async function known(providerId: string) {
  const sub = `known-${(made += 1)}`;
  const browser = openBrowser(plane);
  const answer = await browser.post(
    "/api/auth/providers/complete",
    fake.answer(await begin(browser, providerId), claims(sub)),
  );
  assert.equal(answer.status, 200, answer.text);
  return { sub, id: (answer.json["user"] as { id: string }).id };
}

async function callerSignIn(providerId: string) {
  const browser = openBrowser(plane);
  const url = String((await browser.post(`/api/callers/providers/${providerId}/begin`, undefined)).json["url"]);
  const sub = `caller-${(made += 1)}`;
  return { sub, browser, complete: () => browser.post("/api/callers/complete", fake.answer(url, claims(sub))) };
}
async function callerConsent() {
  const providerId = await provider({ use: "callers" });
  const { browser, sub, complete } = await callerSignIn(providerId);
  await complete();
  const place = await openSignIn(owner.client, { issuers: [fake.issuer] });
  const request = requestOf(await oauthOf(plane).authorize(place.asked));
  const give = () => isOk(browser.post("/api/callers/oauth-grants", { request }));
  return { providerId, sub, give, left: liveGrants(sql`caller_subject = ${sub}`) };
}

async function scim() {
  const providerId = await provider();
  const token = await owner.client.createScimToken({ params: { providerId }, body: { name: "Okta" } });
  const user = newUser();
  const give = () => isOk(scimOf(plane, token.value)("POST", "/Users", user));
  return {
    providerId,
    token,
    give,
    left: counting(sql<{ n: number }>`select count(*) as n from users where email = ${user.userName}`),
  };
}

const races: Races = {
  "a SCIM token, and the owner who makes it is disabled": {
    ends: false,
    set: async () => {
      const providerId = await provider();
      const { client, user } = await plane.session("owner");
      const give = () => isGiven(client.createScimToken({ params: { providerId }, body: { name: "Okta" } }));
      const left = counting(
        sql<{ n: number }>`select count(*) as n from scim_tokens where provider_id = ${providerId}`,
      );
      return { give, take: disable(user.id), left };
    },
  },
  "a token by an identity assertion, and the person is disabled": {
    ends: true,
    set: async () => {
      const { sub, id } = await known(await provider({ identityAssertions: true }));
      const { ask } = await assertionOf(sub);
      return { give: () => isOk(ask()), take: disable(id), left: liveGrants(sql`caller_subject = ${sub}`) };
    },
  },
  "a token by an identity assertion, and its provider is switched off": {
    ends: true,
    set: async () => {
      const providerId = await provider({ identityAssertions: true });
      const sub = `vouched-${(made += 1)}`;
      const { ask } = await assertionOf(sub);
      return { give: () => isOk(ask()), take: switchOff(providerId), left: liveGrants(sql`caller_subject = ${sub}`) };
    },
  },
  "a second token by an identity assertion, and somebody ends the consent": {
    ends: true,
    set: async () => {
      await provider({ identityAssertions: true });
      const sub = `ended-${(made += 1)}`;
      const { ask } = await assertionOf(sub);
      assert.equal((await ask()).status, 200);
      const take: Taking = ({ tx }) =>
        sql`update oauth_grants set revoked_at = now(), blocked_at = now() where caller_subject = ${sub}`.execute(tx);
      return { give: () => isOk(ask()), take, left: liveGrants(sql`caller_subject = ${sub}`) };
    },
  },
  "a caller's consent, and their provider is switched off": {
    ends: true,
    set: async () => {
      const { providerId, give, left } = await callerConsent();
      return { give, take: switchOff(providerId), left };
    },
  },
  "a caller's consent, and their session has ended": {
    ends: false,
    set: async () => {
      const { sub, give, left } = await callerConsent();
      return { give, take: ({ tx }) => sql`delete from caller_sessions where subject = ${sub}`.execute(tx), left };
    },
  },
  "a caller's session, and their provider is switched off": {
    ends: false,
    set: async () => {
      const providerId = await provider({ use: "callers" });
      const { sub, complete } = await callerSignIn(providerId);
      const left = counting(sql<{ n: number }>`select count(*) as n from caller_sessions where subject = ${sub}`);
      return { give: () => isOk(complete()), take: switchOff(providerId), left };
    },
  },
  "a session by a provider, and it is switched off": {
    ends: false,
    set: async () => {
      const providerId = await provider();
      const { sub, id } = await known(providerId);
      await plane.app.store.inInstallation(({ tx }) => sql`delete from sessions where user_id = ${id}`.execute(tx));
      const browser = openBrowser(plane);
      const answer = fake.answer(await begin(browser, providerId), claims(sub));
      const give = () => isOk(browser.post("/api/auth/providers/complete", answer));
      return { give, take: switchOff(providerId), left: liveSessions(sql`user_id = ${id}`) };
    },
  },
  "a session by a provider, and the person is disabled": {
    ends: true,
    set: async () => {
      const providerId = await provider();
      const { sub, id } = await known(providerId);
      const browser = openBrowser(plane);
      const answer = fake.answer(await begin(browser, providerId), claims(sub));
      const give = () => isOk(browser.post("/api/auth/providers/complete", answer));
      return { give, take: disable(id), left: liveSessions(sql`user_id = ${id}`) };
    },
  },
  "a user of a SCIM client, and its token is removed": {
    ends: false,
    set: async () => {
      const { token, give, left } = await scim();
      return { give, take: ({ tx }) => sql`delete from scim_tokens where id = ${token.id}`.execute(tx), left };
    },
  },
  "a user of a SCIM client, and its provider is switched off": {
    ends: false,
    set: async () => {
      const { providerId, give, left } = await scim();
      return { give, take: switchOff(providerId), left };
    },
  },
};

describe("at the same moment", () => testRaces(() => plane, races));
