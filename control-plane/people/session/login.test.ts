import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane, testPassword } from "../../testing/test-control-plane.ts";

describe("signing in", () => {
  const plane = duringTests(startTestControlPlane);

  const login = (email: string, password: string, headers: Record<string, string> = {}) =>
    plane.request("/api/auth/login", { method: "POST", body: { email, password }, headers });

  test("answers the user, the Project and the CSRF token, and sets a signed and a readable cookie", async () => {
    const user = await plane.createUser("developer");
    const answer = await login(user.email.toUpperCase(), testPassword);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(Object.keys(answer.json).sort(), ["activeProject", "choosePassword", "csrfToken", "user"]);
    assert.equal(answer.json["activeProject"], null);
    assert.ok(!answer.text.includes("argon2"), "the hash is not answered");
    const [session, csrf] = answer.headers.getSetCookie();
    assert.match(session ?? "", /^ferrule_session=ey[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    assert.match(csrf ?? "", /^ferrule_csrf=[^;]+; Path=\/; Expires=[^;]+; SameSite=Lax$/);
    assert.ok(csrf?.includes(String(answer.json["csrfToken"])));
  });

  test("uses __Host- cookies with Secure in production", async () => {
    await using production = await startTestControlPlane({
      nodeEnv: "production",
      publicUrl: "https://ferrule.acme.dev",
    });
    const { email } = await production.createUser("developer");
    const answer = await production.request("/api/auth/login", {
      method: "POST",
      body: { email, password: testPassword },
    });
    const [session, csrf] = answer.headers.getSetCookie();
    assert.match(
      session ?? "",
      /^__Host-ferrule_session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    assert.match(csrf ?? "", /^__Host-ferrule_csrf=[^;]+; Path=\/; Expires=[^;]+; Secure; SameSite=Lax$/);
    const cookie = [session, csrf].map((text) => text?.split(";", 1)[0]).join("; ");
    assert.equal((await production.request("/api/auth/me", { headers: { cookie } })).status, 200);
  });

  test("answers an unknown email and a wrong password alike, in like time", async () => {
    // The control plane hashed this user's password itself.
    const email = plane.settings.ownerEmail ?? "";
    const answers = { known: [] as number[], unknown: [] as number[] };
    const bodies = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      for (const kind of ["known", "unknown"] as const) {
        const startedAt = process.cpuUsage();
        const answer = await login(kind === "known" ? email : `nobody${round}@acme.example`, "a wrong password");
        const { user, system } = process.cpuUsage(startedAt);
        answers[kind].push(user + system);
        assert.equal(answer.status, 401);
        bodies.add(JSON.stringify({ ...answer.json.error, requestId: "" }));
      }
    }
    assert.equal(bodies.size, 1);
    // Compares the cheapest of five in processor time, which is mostly the hash's: what runs beside it may only add to it.
    const ratio = Math.min(...answers.known) / Math.min(...answers.unknown);
    assert.ok(ratio > 0.4 && ratio < 2.5, `known took ${ratio} times as long as unknown`);
  });

  test("a right password takes the failures before it out of the count", async () => {
    const user = await plane.createUser("developer");
    for (let round = 0; round < 2; round += 1) {
      for (let failure = 0; failure < 9; failure += 1) await login(user.email, "a wrong password");
      assert.equal((await login(user.email, testPassword)).status, 200);
    }
  });

  test("403 for a foreign Origin; its own and none are let in", async () => {
    const { email } = await plane.createUser("developer");
    for (const origin of ["https://evil.example", "null", "http://localhost:9999", "https://localhost:8080"]) {
      const answer = await login(email, testPassword, { origin });
      assert.deepEqual([answer.status, answer.json.error.code], [403, "FORBIDDEN"], origin);
    }
    for (const origin of ["http://localhost:8080", "http://127.0.0.1:8080"]) {
      assert.equal((await login(email, testPassword, { origin })).status, 200, origin);
    }
  });

  test("starts on the Project that was active last, while it is not archived", async () => {
    const { id } = await plane.createProject();
    const user = await plane.createUser("admin");
    const first = await plane.signIn(user);
    await first.client.selectProject({ params: { projectId: id } });
    const second = await plane.signIn(user);
    assert.equal((await second.client.getMe()).activeProject?.id, id);
    await second.client.archiveProject({ params: { projectId: id } });
    const third = await plane.signIn(user);
    assert.equal((await third.client.getMe()).activeProject, null);
  });

  test("403 ACCOUNT_DISABLED only beside the right password", async () => {
    const owner = await plane.session("owner");
    const user = await plane.createUser("developer");
    await owner.client.updateUser({ params: { userId: user.id }, body: { status: "disabled" } });
    assert.equal((await login(user.email, testPassword)).json.error.code, "ACCOUNT_DISABLED");
    assert.equal((await login(user.email, "a wrong password")).json.error.code, "INVALID_CREDENTIALS");
  });
});
