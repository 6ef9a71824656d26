import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startFakeProvider, type Wrongs } from "./testing/fake-provider.ts";
import { begin, openBrowser, signInBy, type Browser } from "./testing/sign-in-by.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

const plane = duringTests(() => startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] }));
const provider = duringTests(startFakeProvider);
const owner = duringTests(async () => plane.signIn(await plane.createUser("owner")));
let providerId = "";

before(async () => {
  const { issuer, clientId, clientSecret } = provider;
  const body = { name: "Acme", issuer, clientId, clientSecret, otherRole: "developer" as const };
  providerId = (await owner.client.createIdentityProvider({ body })).id;
});

const path = "/api/auth/providers/complete";
let people = 0;
const person = (more: Record<string, unknown> = {}) => {
  const sub = `mallory-${(people += 1)}`;
  return { sub, email: `${sub}@acme.example`, email_verified: true, ...more };
};

/** Everything that a refused sign-in must leave as it was. Attempts count, and answers are taken. */
const stateOf = () =>
  plane.app.store.inInstallation(async ({ tx }) => ({
    users: await tx.selectFrom("users").select(["id", "role", "status"]).orderBy("id").execute(),
    identities: await tx.selectFrom("userIdentities").selectAll().orderBy("subject").execute(),
    sessions: await tx.selectFrom("sessions").select("id").orderBy("id").execute(),
  }));

async function refused(attack: () => Promise<{ status: number; text: string }>, status: number, words: RegExp) {
  const before = await stateOf();
  const answer = await attack();
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.text, words);
  assert.deepEqual(await stateOf(), before, "it changed nothing");
}

async function withWrongs<T>(wrongs: Wrongs, run: () => Promise<T>): Promise<T> {
  Object.assign(provider.wrongs, wrongs);
  try {
    return await run();
  } finally {
    for (const name of Object.keys(wrongs)) delete provider.wrongs[name as keyof Wrongs];
  }
}

const now = () => Math.floor(Date.now() / 1_000);
const unsigned = () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { iss: provider.issuer, aud: provider.clientId, sub: "x", iat: now(), exp: now() + 300 };
  return `${part({ alg: "none" })}.${part(claims)}.`;
};

describe("ID tokens that are not what they seem", () => {
  const attacks: Record<string, () => Wrongs> = {
    "signed by somebody else": () => ({ forged: true }),
    "signed by nobody (alg none)": () => ({ idToken: unsigned() }),
    "of another issuer": () => ({ claims: { iss: "https://evil.example" } }),
    "for another client": () => ({ claims: { aud: "another" } }),
    "for several clients, and another one is authorized": () => ({ claims: { aud: ["ferrule", "b"], azp: "b" } }),
    "that have expired": () => ({ claims: { iat: now() - 900, exp: now() - 600 } }),
    "that do not expire": () => ({ claims: { exp: undefined } }),
    "that are not valid yet": () => ({ claims: { nbf: now() + 3_600 } }),
    "of another sign-in (nonce)": () => ({ claims: { nonce: "another" } }),
    "without a nonce": () => ({ claims: { nonce: undefined } }),
    "without a subject": () => ({ claims: { sub: undefined } }),
    "with an endless subject": () => ({ claims: { sub: "x".repeat(300) } }),
    "with an unknown key id": () => ({ header: { kid: "another" } }),
    "that are no JWT": () => ({ idToken: "not.a.jwt" }),
  };
  for (const [what, wrongs] of Object.entries(attacks)) {
    test(`${what} sign nobody in`, () =>
      withWrongs(wrongs(), () =>
        refused(
          () => signInBy(openBrowser(plane), provider, providerId, person()),
          401,
          /The sign-in with Acme failed/,
        ),
      ));
  }
});

describe("answers that do not belong to the browser that brings them", () => {
  const begun = async (claims = person()) => {
    const browser = openBrowser(plane);
    return { browser, answer: provider.answer(await begin(browser, providerId), claims) };
  };
  const again = /Start again/;

  test("an attacker's answer in a victim's browser: no cookie of the sign-in, no session (CSRF)", async () => {
    const { answer } = await begun();
    await refused(() => openBrowser(plane).post(path, answer), 401, again);
  });
  test("an attacker's answer in a browser that began another sign-in", async () => {
    const [theirs, mine] = [await begun(), await begun()];
    await refused(() => mine.browser.post(path, theirs.answer), 401, again);
  });
  test("the code of another sign-in under one's own state (nonce)", async () => {
    const [theirs, mine] = [await begun(), await begun()];
    await refused(() => mine.browser.post(path, { ...mine.answer, code: theirs.answer.code }), 401, /failed/);
  });
  test("the same answer twice, with the cookie of before", async () => {
    const { browser, answer } = await begun();
    const cookies = new Map(browser.cookies);
    assert.equal((await browser.post(path, answer)).status, 200);
    const replayed: Browser = openBrowser(plane);
    for (const [name, value] of cookies) replayed.cookies.set(name, value);
    await refused(() => replayed.post(path, answer), 401, again);
  });
  test("an answer of another provider (mix-up, RFC 9207)", async () => {
    const { browser, answer } = await begun();
    await refused(() => browser.post(path, { ...answer, iss: "https://evil.example" }), 401, /failed/);
  });
  test("an answer that does not say whose it is, where the provider says that it does", async () => {
    const { browser, answer } = await begun();
    const { iss: _, ...rest } = answer;
    await refused(() => browser.post(path, rest), 401, /failed/);
  });
  test("a forged cookie", async () => {
    const { browser, answer } = await begun();
    browser.cookies.set("ferrule_flow", `${browser.cookies.get("ferrule_flow") ?? ""}x`);
    await refused(() => browser.post(path, answer), 401, again);
  });
  test("a page of another origin", async () => {
    const { browser, answer } = await begun();
    await refused(() => browser.post(path, answer, { origin: "https://evil.example" }), 403, /own page/);
  });
  test("an error whose text is somebody's own is not shown", async () => {
    const { browser, answer } = await begun();
    const body = { state: answer.state, error: "<img src=x onerror=alert(1)>" };
    await refused(() => browser.post(path, body), 401, /did not sign you in: an error/);
  });
  test("a code that the provider does not know", async () => {
    const { browser, answer } = await begun();
    await withWrongs({ tokenError: "invalid_grant" }, () => refused(() => browser.post(path, answer), 401, /failed/));
  });
});

describe("people who are not who they say", () => {
  const sign = (claims: Record<string, unknown>) => () =>
    signInBy(openBrowser(plane), provider, providerId, person(claims));
  const verified = /has not verified your e-mail address/;

  test("an address that nobody verified", () => refused(sign({ email_verified: false }), 403, verified));
  test("an address about which nothing is said", () => refused(sign({ email_verified: undefined }), 403, verified));
  test("verified by a word that only looks so", () => refused(sign({ email_verified: "yes" }), 403, verified));
  test("no address", () => refused(sign({ email: undefined }), 403, /did not send your e-mail address/));
  test("an address that is a list", () => refused(sign({ email: ["a@b.example"] }), 403, /did not send/));
  test("the first owner's address", () =>
    refused(sign({ email: plane.settings.ownerEmail }), 403, /account with your address already/));

  test("groups without end are bounded, and no group of a strange type counts", async () => {
    const groups = [...Array.from({ length: 5_000 }, (_, at) => `group-${at}`), 7, null, { group: "x" }];
    const answer = await signInBy(openBrowser(plane), provider, providerId, person({ groups }));
    assert.equal(answer.status, 200, answer.text);
    const endless = Array.from({ length: 30_000 }, (_, at) => `group-of-a-very-large-company-${at}`);
    await refused(sign({ groups: endless }), 401, /failed/);
  });
  test("a name that hides what it is", async () => {
    const answer = await signInBy(openBrowser(plane), provider, providerId, person({ name: "\u202EadA\u0000\n <b>x" }));
    assert.equal((answer.json as unknown as { user: { name: string } }).user.name, "adA <b>x");
  });
});

test("with the provider's keys gone, nobody is let in by what cannot be verified", async () => {
  await withWrongs({ header: { alg: "HS256" }, idToken: "e30.e30.e30" }, () =>
    refused(() => signInBy(openBrowser(plane), provider, providerId, person()), 401, /failed/),
  );
});

describe("logout tokens", () => {
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  let made = 0;
  const claimsOf = (more: Record<string, unknown>) => ({
    iss: provider.issuer,
    aud: provider.clientId,
    iat: now(),
    exp: now() + 120,
    jti: `logout-${(made += 1)}`,
    events,
    ...more,
  });
  const logout = async (token: string) => {
    const body = new URLSearchParams({ logout_token: token });
    const response = await fetch(`${plane.url}/oauth/backchannel-logout`, { method: "POST", body });
    return { status: response.status, text: await response.text() };
  };
  const signedIn = async (sid: string) => {
    const [browser, claims] = [openBrowser(plane), person({ sid })];
    assert.equal((await signInBy(browser, provider, providerId, claims)).status, 200);
    return { browser, sub: claims.sub };
  };

  test("one session by its sid, everything of a person by the subject; each token once", async () => {
    const one = await signedIn("sid-1");
    const token = await provider.sign(claimsOf({ sid: "sid-1" }), { typ: "logout+jwt" });
    assert.equal((await logout(token)).status, 200);
    assert.equal((await one.browser.get("/api/auth/me")).status, 401);
    const two = await signedIn("sid-2");
    await refused(() => logout(token), 400, /sent before/);
    assert.equal((await logout(await provider.sign(claimsOf({ sub: two.sub })))).status, 200);
    assert.equal((await two.browser.get("/api/auth/me")).status, 401);
  });

  const wrong: Record<string, (sub: string) => Promise<string>> = {
    "an ID token": (sub) => provider.sign(claimsOf({ sub, events: undefined })),
    "with a nonce": (sub) => provider.sign(claimsOf({ sub, nonce: "n" })),
    "for another client": (sub) => provider.sign(claimsOf({ sub, aud: "another" })),
    "of another issuer": (sub) => provider.sign(claimsOf({ sub, iss: "https://evil.example" })),
    "that names nobody": () => provider.sign(claimsOf({})),
    "without jti": (sub) => provider.sign(claimsOf({ sub, jti: undefined })),
    "that has expired": (sub) => provider.sign(claimsOf({ sub, iat: now() - 900, exp: now() - 600 })),
    "that would be good for a year": (sub) => provider.sign(claimsOf({ sub, exp: now() + 31_536_000 })),
    "with the type of an access token": (sub) => provider.sign(claimsOf({ sub }), { typ: "at+jwt" }),
    "signed by nobody": async () => unsigned(),
    "of no form at all": async () => "rubbish",
  };
  for (const [what, make] of Object.entries(wrong)) {
    test(`one ${what} ends nothing`, async () => {
      const { sub } = await signedIn(`sid-${what}`);
      const token = await make(sub);
      await refused(() => logout(token), 400, /not valid/);
    });
  }
});
