import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { changeUser } from "../users/queries.ts";
import { startTestControlPlane, testPassword } from "../../testing/test-control-plane.ts";

describe("sessions", () => {
  const plane = duringTests(startTestControlPlane);

  const me = async (headers: Record<string, string>) => {
    const { status, json } = await plane.request("/api/auth/me", { headers });
    return status === 200 ? "signed in" : json.error.code;
  };
  const age = (userId: string, column: "last_seen_at" | "expires_at", interval: string) =>
    plane.app.store.inInstallation(({ tx }) =>
      sql`update sessions set ${sql.ref(column)} = now() + ${interval}::interval where user_id = ${userId}`.execute(tx),
    );

  test("401 UNAUTHENTICATED without a session, and with a cookie that was not signed here", async () => {
    const { headers } = await plane.session("developer");
    const { cookie = "" } = headers();
    assert.equal(await me({}), "UNAUTHENTICATED");
    assert.equal(await me({ cookie: "ferrule_session=garbage" }), "UNAUTHENTICATED");
    assert.equal(await me({ cookie: cookie.replace(/\.[^.;]+;/, ".AAAA;") }), "UNAUTHENTICATED");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    assert.equal(await me({ cookie: cookie.replace(/=ey[^.]+\./, `=${none}.`) }), "UNAUTHENTICATED");
    await using elsewhere = await startTestControlPlane({ sessionSecret: "another secret, of another installation" });
    const foreign = await elsewhere.session("developer");
    assert.equal(await me(foreign.headers()), "UNAUTHENTICATED");
  });

  test("401 SESSION_EXPIRED after logout, which removes both cookies", async () => {
    const { client, headers, request } = await plane.session("developer");
    const before = headers();
    const answer = await request("/api/auth/logout", { method: "POST" });
    assert.equal(answer.status, 204);
    assert.ok(answer.headers.getSetCookie().every((cookie) => cookie.includes("Expires=Thu, 01 Jan 1970")));
    assert.equal(await me(before), "SESSION_EXPIRED");
    await assert.rejects(client.getMe(), { code: "UNAUTHENTICATED" });
  });

  test("whether there is a session is answered 200 either way, without saying why there is none", async () => {
    const { headers, user, request } = await plane.session("developer");
    const ask = async (given: Record<string, string>) => {
      const { status, json } = await plane.request("/api/auth/session", { headers: given });
      assert.equal(status, 200);
      return (json as unknown as { signedIn: { user: { email: string }; csrfToken: string } | null }).signedIn;
    };
    const signedIn = await ask(headers());
    assert.equal(signedIn?.user.email, user.email);
    assert.equal(signedIn.csrfToken, headers()["x-csrf-token"]);
    assert.equal(await ask({}), null);
    assert.equal(await ask({ cookie: "ferrule_session=garbage" }), null);
    const before = headers();
    await age(user.id, "last_seen_at", "-12 hours -1 second");
    assert.equal(await ask(before), null);
    await age(user.id, "last_seen_at", "0");
    await request("/api/auth/logout", { method: "POST" });
    assert.equal(await ask(before), null);
    const disabled = await plane.session("developer");
    await plane.app.store.inInstallation((scope) => changeUser(scope, disabled.user.id, { status: "disabled" }));
    assert.equal(await ask(disabled.headers()), null);
  });

  test("401 SESSION_EXPIRED after 12 idle hours and after 7 days", async () => {
    const { headers, user } = await plane.session("developer");
    await age(user.id, "last_seen_at", "-11 hours");
    assert.equal(await me(headers()), "signed in");
    await age(user.id, "last_seen_at", "-12 hours -1 second");
    assert.equal(await me(headers()), "SESSION_EXPIRED");
    await age(user.id, "last_seen_at", "0");
    assert.equal(await me(headers()), "signed in");
    await age(user.id, "expires_at", "-1 second");
    assert.equal(await me(headers()), "SESSION_EXPIRED");
  });

  test("selecting a Project reissues both cookies and takes the old CSRF token out of use", async () => {
    const { id } = await plane.createProject();
    const { client, headers } = await plane.session("developer");
    const before = headers();
    const { csrfToken } = await client.selectProject({ params: { projectId: id } });
    const after = headers();
    assert.equal(after["x-csrf-token"], csrfToken);
    assert.notEqual(after["x-csrf-token"], before["x-csrf-token"]);
    assert.notEqual(after["cookie"], before["cookie"]);
    assert.equal((await client.getMe()).csrfToken, csrfToken);
    const stale = await plane.request("/api/auth/logout", {
      method: "POST",
      headers: { ...after, "x-csrf-token": before["x-csrf-token"] ?? "" },
    });
    assert.equal(stale.json.error.code, "CSRF_INVALID");
  });

  test("a CSRF token of another session is refused", async () => {
    const [one, other] = [await plane.session("developer"), await plane.session("developer")];
    const headers = { ...one.headers(), "x-csrf-token": other.headers()["x-csrf-token"] ?? "" };
    const answer = await plane.request("/api/auth/logout", { method: "POST", headers });
    assert.equal(answer.json.error.code, "CSRF_INVALID");
    assert.equal(await me(one.headers()), "signed in");
  });

  test("disabling a user ends their sessions at once, a new role counts from the next request", async () => {
    const owner = await plane.session("owner");
    const { user, client, headers } = await plane.session("admin");
    await client.listUsers();
    await owner.client.updateUser({ params: { userId: user.id }, body: { role: "developer" } });
    await assert.rejects(client.listUsers(), { code: "FORBIDDEN" });
    await owner.client.updateUser({ params: { userId: user.id }, body: { status: "disabled" } });
    assert.equal(await me(headers()), "SESSION_EXPIRED");
  });

  test("the own sessions are listed and one of them can be ended, nobody else's", async () => {
    const [mine, stranger] = [await plane.session("developer"), await plane.session("developer")];
    const other = await plane.signIn(mine.user);
    const { items } = await mine.client.listSessions();
    assert.deepEqual(
      items.map(({ current }) => current),
      [false, true],
    );
    assert.ok(items.every(({ ip }) => ip === "127.0.0.1"));
    const sessionId = items[0]?.id ?? "";
    await assert.rejects(stranger.client.deleteSession({ params: { sessionId } }), { code: "NOT_FOUND" });
    await mine.client.deleteSession({ params: { sessionId } });
    assert.equal(await me(other.headers()), "SESSION_EXPIRED");
    assert.equal(await me(mine.headers()), "signed in");
  });

  test("who must change their password can do that, see themselves and sign out, and nothing else", async () => {
    const { id } = await plane.createProject();
    const fresh = await plane.signIn(await plane.createUser("developer", { mustChangePassword: true }));
    assert.equal((await fresh.client.getMe()).user.mustChangePassword, true);
    for (const attempt of [
      () => fresh.client.listProjects(),
      () => fresh.client.listFunctions(),
      () => fresh.client.selectProject({ params: { projectId: id } }),
    ]) {
      await assert.rejects(attempt(), { status: 403, code: "PASSWORD_CHANGE_REQUIRED" });
    }
    const newPassword = "a quite different boot";
    await fresh.client.changePassword({ body: { currentPassword: testPassword, newPassword } });
    await fresh.client.listProjects();
    assert.equal((await fresh.client.getMe()).user.mustChangePassword, false);
  });
});
