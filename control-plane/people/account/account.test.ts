import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createClient } from "@ferrule/contract/client.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startTestControlPlane, testPassword } from "../../testing/test-control-plane.ts";

describe("the own account", () => {
  const plane = duringTests(startTestControlPlane);

  const bearer = (value: string) => createClient({ baseUrl: plane.url, headers: { authorization: `Bearer ${value}` } });

  async function issue(role: Role, effectiveRole: Role = role) {
    const project = await plane.createProject();
    const session = await plane.session(role, project.id);
    const token = await session.client.createToken({
      body: { name: "ci", role: effectiveRole, projectId: project.id },
    });
    return { project, session, token, client: bearer(token.value) };
  }

  test("changing the password ends every other session and keeps this one, with a new CSRF token", async () => {
    const mine = await plane.session("developer");
    const other = await plane.signIn(mine.user);
    const before = mine.headers()["x-csrf-token"];
    const newPassword = "twelve yellow ducks";
    const { csrfToken } = await mine.client.changePassword({ body: { currentPassword: testPassword, newPassword } });
    assert.notEqual(csrfToken, before);
    assert.equal(mine.headers()["x-csrf-token"], csrfToken);
    await mine.client.getMe();
    await assert.rejects(other.client.getMe(), { code: "SESSION_EXPIRED" });
    await assert.rejects(plane.signIn(mine.user), { code: "INVALID_CREDENTIALS" });
  });

  test("API tokens outlive a password that their user changes, and rest while one is set by another", async () => {
    const { client, session } = await issue("developer");
    await session.client.changePassword({
      body: { currentPassword: testPassword, newPassword: "twelve yellow ducks" },
    });
    await client.listProjects();
    const owner = await plane.session("owner");
    const params = { userId: session.user.id };
    const given = "nine purple lamps";
    await owner.client.updateUser({ params, body: { password: given } });
    await assert.rejects(client.listProjects(), { status: 403, code: "PASSWORD_CHANGE_REQUIRED" });
    const again = createClient({ baseUrl: plane.url, cookies: "keep" });
    await again.login({ body: { email: session.user.email, password: given } });
    await again.changePassword({ body: { currentPassword: given, newPassword: "four orange clocks" } });
    await client.listProjects();
    await owner.client.updateUser({ params, body: { status: "disabled" } });
    await assert.rejects(client.listProjects(), { status: 403, code: "ACCOUNT_DISABLED" });
    await owner.client.updateUser({ params, body: { status: "active" } });
    await client.listProjects();
    await assert.rejects(again.getMe(), { code: "SESSION_EXPIRED" });
  });

  test("a password set by another at creation or later must be changed, each time, and to a different one", async () => {
    const owner = await plane.session("owner");
    const email = "given.password@acme.example";
    const passwords = ["seven green trains", "nine purple lamps"];
    const body = { email, name: "Given", role: "developer", password: passwords[0] ?? "" } as const;
    const { id: userId } = await owner.client.createUser({ body });
    for (const [at, given] of passwords.entries()) {
      if (at > 0) await owner.client.updateUser({ params: { userId }, body: { password: given } });
      const theirs = createClient({ baseUrl: plane.url, cookies: "keep" });
      assert.equal((await theirs.login({ body: { email, password: given } })).user.mustChangePassword, true);
      await assert.rejects(theirs.listProjects(), { code: "PASSWORD_CHANGE_REQUIRED" });
      const same = theirs.changePassword({ body: { currentPassword: given, newPassword: given } });
      await assert.rejects(same, { status: 400, code: "VALIDATION_ERROR" });
      await theirs.changePassword({ body: { currentPassword: given, newPassword: `${given}, my own` } });
      await theirs.listProjects();
    }
  });

  test("passwords are kept as Argon2id, and fit however a keyboard composes their letters", async () => {
    const { client, user } = await plane.session("developer");
    const newPassword = "zwölf gelbe Enten".normalize("NFD");
    await client.changePassword({ body: { currentPassword: testPassword, newPassword } });
    const { rows } = await plane.app.store.inInstallation(({ tx }) =>
      sql<{ hash: string }>`select password_hash as hash from users where id = ${user.id}`.execute(tx),
    );
    assert.match(rows[0]?.hash ?? "", /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const theirs = createClient({ baseUrl: plane.url, cookies: "keep" });
    await theirs.login({ body: { email: user.email, password: newPassword.normalize("NFC") } });
  });

  test("sessions and tokens are listed newest first, a page at a time, each user their own", async () => {
    const { session, project } = await issue("developer");
    for (let more = 0; more < 2; more += 1) {
      await plane.signIn(session.user);
      await session.client.createToken({ body: { name: `more-${more}`, role: "developer", projectId: project.id } });
    }
    const stranger = await plane.session("developer");
    for (const list of ["listSessions", "listTokens"] as const) {
      const all = (await session.client[list]({})).items.map(({ id }) => id);
      assert.equal(all.length, 3, list);
      const first = await session.client[list]({ query: { limit: 2 } });
      const cursor = first.nextCursor ?? "";
      const second = await session.client[list]({ query: { limit: 2, cursor } });
      assert.deepEqual(
        [...first.items, ...second.items].map(({ id }) => id),
        all,
      );
      assert.deepEqual([second.nextCursor, all.toSorted().toReversed()], [null, all]);
      await assert.rejects(stranger.client[list]({ query: { cursor } }), { code: "VALIDATION_ERROR" });
    }
  });

  test("401 for a wrong present password, counted like a failed sign-in", async () => {
    const { client } = await plane.session("developer");
    const body = { currentPassword: "not the password", newPassword: "twelve yellow ducks" };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await assert.rejects(client.changePassword({ body }), { status: 401, code: "INVALID_CREDENTIALS" });
    }
    await assert.rejects(client.changePassword({ body: { ...body, currentPassword: testPassword } }), {
      code: "RATE_LIMITED",
    });
    await client.getMe();
  });

  test("400 for a new password that is short, common, monotonous, the email or the present one", async () => {
    const { client, user } = await plane.session("developer");
    for (const newPassword of [
      "short",
      "Password1234",
      "P@ssw0rd!2024",
      "aaaaaaaaaaaaaa",
      "123456789012",
      "abcabcabcabcabc",
      "qwertyuiop[]".replace("[]", "as"),
      "iloveyou!!!!",
      user.email,
      testPassword,
    ]) {
      await assert.rejects(
        client.changePassword({ body: { currentPassword: testPassword, newPassword } }),
        { status: 400, code: "VALIDATION_ERROR" },
        newPassword,
      );
    }
  });

  test("a token works without CSRF, on its one Project, for what it and its user both may do", async () => {
    const { client, project, session, token } = await issue("admin", "developer");
    assert.match(token.value, /^fer_pat_[A-Za-z0-9_-]{43}$/);
    const me = await client.getMe();
    assert.deepEqual([me.activeProject?.id, me.csrfToken, me.user.id], [project.id, null, session.user.id]);
    await client.createRuntimeEndpoint({ body: { kind: "http", slug: "api" } });
    await assert.rejects(client.updateProject({ params: { projectId: project.id }, body: { name: "x" } }), {
      code: "FORBIDDEN",
    });
    const { items } = await client.listProjects();
    assert.deepEqual(
      items.map(({ id }) => id),
      [project.id],
    );
    await plane.app.store.inInstallation(({ tx }) =>
      sql`update users set role = 'operator' where id = ${session.user.id}`.execute(tx),
    );
    await assert.rejects(client.createRuntimeEndpoint({ body: { kind: "http", slug: "second" } }), {
      code: "FORBIDDEN",
    });
  });

  test("to a token, another Project does not exist and none can be made", async () => {
    const { client } = await issue("owner");
    const other = await plane.createProject();
    const params = { projectId: other.id };
    await assert.rejects(client.updateProject({ params, body: { name: "x" } }), { code: "NOT_FOUND" });
    await assert.rejects(client.archiveProject({ params }), { code: "NOT_FOUND" });
    await assert.rejects(client.deleteProject({ params }), { code: "NOT_FOUND" });
    await assert.rejects(client.createProject({ body: { slug: "by-token" } }), { code: "FORBIDDEN" });
    const { items } = await client.listAuditEvents({ query: { projectId: other.id } });
    assert.deepEqual(items, []);
  });

  test("403 for a token that manages tokens, passwords, sessions or users", async () => {
    const { client } = await issue("owner");
    for (const attempt of [
      () => client.listTokens(),
      () => client.listUsers(),
      () => client.listSessions(),
      () => client.logout(),
      () => client.changePassword({ body: { currentPassword: testPassword, newPassword: "twelve yellow ducks" } }),
    ]) {
      await assert.rejects(attempt(), { status: 403, code: "FORBIDDEN" });
    }
  });

  test("403 for a token of a higher role than one's own, 404 for an unknown Project, 400 for a past expiry", async () => {
    const { client } = await plane.session("developer");
    const { id: projectId } = await plane.createProject();
    for (const role of ["owner", "admin", "operator"] as const) {
      await assert.rejects(client.createToken({ body: { name: "x", role, projectId } }), { code: "FORBIDDEN" });
    }
    const unknown = projectId.replace(/.{4}$/, "0000");
    await assert.rejects(client.createToken({ body: { name: "x", role: "developer", projectId: unknown } }), {
      code: "NOT_FOUND",
    });
    const expiresAt = "2020-01-01T00:00:00.000Z";
    await assert.rejects(client.createToken({ body: { name: "x", role: "developer", projectId, expiresAt } }), {
      code: "VALIDATION_ERROR",
    });
  });

  test("a token is listed without its value, and ends when revoked, expired, or its user disabled", async () => {
    const { client, session, token } = await issue("developer");
    const listed = await session.request("/api/account/tokens");
    assert.ok(!listed.text.includes(token.value));
    assert.ok(listed.text.includes(token.prefix));
    await client.getMe();
    await session.client.deleteToken({ params: { tokenId: token.id } });
    await assert.rejects(client.getMe(), { code: "UNAUTHENTICATED" });
    const expiring = await issue("developer");
    await plane.app.store.inInstallation(({ tx }) => sql`update api_tokens set expires_at = now()`.execute(tx));
    await assert.rejects(expiring.client.getMe(), { code: "UNAUTHENTICATED" });
    const disabled = await issue("developer");
    const owner = await plane.session("owner");
    await owner.client.updateUser({ params: { userId: disabled.session.user.id }, body: { status: "disabled" } });
    await assert.rejects(disabled.client.getMe(), { status: 403, code: "ACCOUNT_DISABLED" });
    await assert.rejects(session.client.deleteToken({ params: { tokenId: disabled.token.id } }), { code: "NOT_FOUND" });
  });

  test("a token that is revoked while it is in use is refused from the moment the revocation is answered", async () => {
    const { client, session, token } = await issue("developer");
    let revoked = false;
    const use = async () => {
      for (;;) {
        const begunAfter = revoked;
        const outcome = await client.listFunctions().then(
          () => "answered",
          (error: { code: string }) => error.code,
        );
        if (begunAfter || outcome !== "answered") return [begunAfter, outcome];
      }
    };
    const uses = Promise.all(Array.from({ length: 4 }, use));
    await client.listFunctions();
    await session.client.deleteToken({ params: { tokenId: token.id } });
    revoked = true;
    for (const [, outcome] of await uses) assert.equal(outcome, "UNAUTHENTICATED");
    await assert.rejects(client.listFunctions(), { status: 401, code: "UNAUTHENTICATED" });
    await assert.rejects(session.client.deleteToken({ params: { tokenId: token.id } }), { code: "NOT_FOUND" });
  });

  test("400 for a session cookie and a bearer together", async () => {
    const { session, token } = await issue("developer");
    const headers = { authorization: `Bearer ${token.value}` };
    const answer = await session.request("/api/auth/me", { headers });
    assert.deepEqual([answer.status, answer.json.error.code], [400, "VALIDATION_ERROR"]);
    for (const authorization of ["Bearer nonsense", "Basic YTpi", "Bearer"]) {
      assert.equal((await plane.request("/api/auth/me", { headers: { authorization } })).status, 401);
    }
  });
});
