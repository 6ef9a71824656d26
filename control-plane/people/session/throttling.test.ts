import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane, testPassword, type RawAnswer } from "../../testing/test-control-plane.ts";

const wrong = "a wrong password";

describe("attempts to sign in", () => {
  const plane = duringTests(startTestControlPlane);

  let networks = 0;
  /** An unused address, in the form that the gateway sends. */
  const address = () => `203.0.${(networks >> 8) & 255}.${networks++ & 255}`;
  const login = (email: string, password: string, ip: string, cookie?: string) =>
    plane.request("/api/auth/login", {
      method: "POST",
      body: { email, password },
      headers: {
        "x-forwarded-for": ip,
        "x-internal-token": plane.settings.internalApiTokens[0],
        ...(cookie === undefined ? {} : { cookie }),
      },
    });
  const statuses = (answers: readonly RawAnswer[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const fail = (email: string, ip: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => login(email, wrong, ip)));
  const deviceOf = ({ headers }: RawAnswer) =>
    headers.getSetCookie().find((text) => text.startsWith("ferrule_device="));

  test("of a hundred at the same moment exactly ten are checked, and the person gets in from elsewhere", async () => {
    const user = await plane.createUser("developer");
    const [attacker, home] = [address(), address()];
    const answers = await fail(user.email, attacker, 100);
    assert.deepEqual(statuses(answers), { 401: 10, 429: 90 });
    const refused = await login(user.email, testPassword, attacker);
    assert.deepEqual([refused.status, refused.json.error.code], [429, "RATE_LIMITED"]);
    const seconds = Number(refused.headers.get("retry-after"));
    assert.ok(seconds > 800 && seconds <= 900, String(seconds));
    assert.equal((await login(user.email, testPassword, home)).status, 200);
    await plane.app.store.inInstallation(({ tx }) =>
      sql`update login_attempts set at = at - interval '16 minutes'`.execute(tx),
    );
    assert.equal((await login(user.email, testPassword, attacker)).status, 200);
  });

  test("a hundred right ones at once, of different people behind one address, all get in", async () => {
    const ip = address();
    const users = await Promise.all(Array.from({ length: 45 }, () => plane.createUser("developer")));
    const answers = await Promise.all(users.map(({ email }) => login(email, testPassword, ip)));
    assert.deepEqual(statuses(answers), { 200: 45 });
    const again = await Promise.all(users.map(({ email }) => login(email, testPassword, ip)));
    assert.deepEqual(statuses(again), { 200: 45 });
  });

  test("guessing of one account from ever new addresses is bounded in all; where the person has been, they get in", async () => {
    const user = await plane.createUser("developer");
    const home = "2001:db8:1:2::1";
    assert.equal((await login(user.email, testPassword, home)).status, 200);
    const guesses: RawAnswer[] = [];
    for (let round = 0; round < 12; round += 1) guesses.push(...(await fail(user.email, address(), 5)));
    assert.deepEqual(statuses(guesses), { 401: 30, 429: 30 });
    assert.equal((await login(user.email, testPassword, address())).status, 429);
    assert.equal((await login(user.email, testPassword, "2001:DB8:1:2:ffff::9")).status, 200, "the same /64");
    assert.equal((await login(user.email, testPassword, "2001:db8:1:3::1")).status, 429);
    assert.equal((await login(user.email, wrong, address())).status, 429, "a sign-in gives a guesser no new guesses");
  });

  test("a browser that has signed in is counted by itself, wherever the others fail from", async () => {
    const user = await plane.createUser("developer");
    const shared = address();
    const device = deviceOf(await login(user.email, testPassword, shared));
    assert.match(
      device ?? "",
      /^ferrule_device=\d{13}\.[\w-]+\.[\w-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const cookie = device?.split(";", 1)[0] ?? "";
    await fail(user.email, shared, 11);
    for (let index = 0; index < 50; index += 1) await login(`nobody-${index}@acme.example`, wrong, shared);
    assert.equal((await login(user.email, testPassword, shared)).status, 429);
    assert.equal((await login(user.email, testPassword, shared, cookie)).status, 200);
    const guesses = await Promise.all(Array.from({ length: 15 }, () => login(user.email, wrong, address(), cookie)));
    assert.deepEqual(statuses(guesses), { 401: 10, 429: 5 }, "a stolen one guesses no more than anybody");
    const other = await plane.createUser("developer");
    assert.equal(
      (await login(other.email, testPassword, shared, cookie)).status,
      429,
      "it counts for its account alone",
    );
    const altered = cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    assert.equal((await login(user.email, testPassword, shared, altered)).status, 429);
  });

  test("an account that does not exist is limited like one that does", async () => {
    const user = await plane.createUser("developer");
    const asked = async (email: string) => {
      const ip = address();
      const answers = [...(await fail(email, ip, 12)), await login(email, wrong, ip)];
      for (let round = 0; round < 6; round += 1) answers.push(...(await fail(email, address(), 5)));
      const last = await login(email, wrong, address());
      const { requestId: _, ...error } = last.json.error;
      return { statuses: statuses(answers), last: last.status, error };
    };
    assert.deepEqual(await asked("nobody.at.all@acme.example"), await asked(user.email));
  });

  test("50 failures from one address, of whomever, are followed by 429 there alone; anybody may say that it is theirs, in vain", async () => {
    const ip = address();
    await plane.app.store.inInstallation(({ tx }) =>
      sql`insert into login_attempts (subject) select ${`address:${ip}`} from generate_series(1, 50)`.execute(tx),
    );
    const user = await plane.createUser("developer");
    assert.equal((await login(user.email, testPassword, ip)).status, 429);
    assert.equal((await login(user.email, testPassword, address())).status, 200);
    const untold = await plane.request("/api/auth/login", {
      method: "POST",
      body: { email: user.email, password: testPassword },
      headers: { "x-forwarded-for": ip },
    });
    assert.equal(untold.status, 200);
  });

  test("a flood of passwords leaves the rest of the control plane quick, and known browsers come first", async () => {
    const user = await plane.createUser("developer");
    const signedIn = await plane.signIn(user);
    const { cookie = "" } = signedIn.headers();
    const flood = Array.from({ length: 600 }, (_, index) => login(`n${index}@acme.example`, wrong, address()));
    const startedAt = performance.now();
    assert.equal((await login(user.email, testPassword, address(), cookie)).status, 200);
    const signInMs = performance.now() - startedAt;
    const answers = await Promise.all(flood);
    const floodMs = performance.now() - startedAt;
    const counts = statuses(answers);
    assert.equal((counts[401] ?? 0) + (counts[429] ?? 0), 600);
    // Two hundred wait at most; how many are hashed before the last has come is a matter of the machine.
    assert.ok((counts[429] ?? 0) >= 100, "what cannot be hashed soon is refused");
    assert.ok(signInMs < floodMs * 0.7, `${signInMs} of ${floodMs} ms`);
  });

  test("failed sign-ins by others do not keep somebody from changing their password, and guesses of it are bounded", async () => {
    const user = await plane.createUser("developer");
    const signedIn = await plane.signIn(user);
    for (let round = 0; round < 7; round += 1) await fail(user.email, address(), 5);
    const change = (currentPassword: string) =>
      signedIn.request("/api/account/password", {
        method: "POST",
        body: { currentPassword, newPassword: "twelve yellow ducks" },
      });
    const guesses: RawAnswer[] = [];
    for (let round = 0; round < 12; round += 1) guesses.push(await change("not the present one"));
    assert.deepEqual(statuses(guesses), { 401: 10, 429: 2 });
  });
});
