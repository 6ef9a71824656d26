import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Role } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { somebodyWaits } from "../../testing/somebody-waits.ts";
import { changeUser, countActiveOwners } from "./queries.ts";

describe("users", () => {
  const plane = duringTests(startTestControlPlane);
  const owner = duringTests(() => plane.session("owner"));
  const admin = duringTests(() => plane.session("admin"));

  let made = 0;
  const newUser = (role: Role, more: object = {}) => ({
    email: `new-${(made += 1)}@acme.example`,
    name: "New",
    role,
    password: "seven green trains",
    ...more,
  });

  test("201 with a user who must choose a password of their own, and never the hash", async () => {
    const body = newUser("developer", { email: "Mixed.Case@Acme.Example" });
    const answer = await admin.request("/api/users", { method: "POST", body });
    assert.equal(answer.status, 201);
    assert.equal(answer.json["email"], "mixed.case@acme.example");
    assert.equal(answer.json["mustChangePassword"], true);
    assert.ok(!/hash|argon|trains/i.test(answer.text), answer.text);
  });

  test("409 for an email that is known in another case", async () => {
    await admin.client.createUser({ body: newUser("developer", { email: "twice@acme.example" }) });
    const again = admin.client.createUser({ body: newUser("developer", { email: "TWICE@acme.example" }) });
    await assert.rejects(again, { status: 409, code: "CONFLICT" });
  });

  test("400 for a short, a common and an email-like password", async () => {
    for (const password of ["elevenchars", "welcome12345", "new.person1234"]) {
      const attempt = admin.client.createUser({
        body: newUser("developer", { email: "new.person@acme.example", password }),
      });
      await assert.rejects(attempt, { status: 400, code: "VALIDATION_ERROR" }, password);
    }
  });

  test("developers and operators neither read nor write users", async () => {
    for (const role of ["developer", "operator"] as const) {
      const { client } = await plane.session(role);
      await assert.rejects(client.listUsers(), { status: 403, code: "FORBIDDEN" });
      await assert.rejects(client.createUser({ body: newUser("operator") }), { status: 403, code: "FORBIDDEN" });
    }
  });

  test("only an owner makes, changes, promotes to or disables an owner", async () => {
    await assert.rejects(admin.client.createUser({ body: newUser("owner") }), { code: "FORBIDDEN" });
    const second = await owner.client.createUser({ body: newUser("owner") });
    const developer = await plane.createUser("developer");
    for (const [userId, body] of [
      [second.id, { name: "x" }],
      [second.id, { status: "disabled" }],
      [second.id, { password: "nine purple lamps" }],
      [developer.id, { role: "owner" }],
    ] as const) {
      await assert.rejects(admin.client.updateUser({ params: { userId }, body }), { status: 403, code: "FORBIDDEN" });
    }
    const promoted = await owner.client.updateUser({ params: { userId: developer.id }, body: { role: "owner" } });
    assert.equal(promoted.role, "owner");
  });

  test("the last active owner can be neither disabled nor demoted, not even by two owners at once", async () => {
    await using alone = await startTestControlPlane();
    const { createUser, signIn } = alone;
    const [one, other] = [await signIn(await createUser("owner")), await signIn(await createUser("owner"))];
    const { items } = await one.client.listUsers();
    const first = items.find(({ email }) => email === alone.settings.ownerEmail);
    await one.client.updateUser({ params: { userId: first?.id ?? "" }, body: { status: "disabled" } });
    const outcomes = await Promise.allSettled([
      one.client.updateUser({ params: { userId: other.user.id }, body: { role: "developer" } }),
      other.client.updateUser({ params: { userId: one.user.id }, body: { role: "developer" } }),
    ]);
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1, JSON.stringify(outcomes));
    const last = outcomes[0]?.status === "fulfilled" ? one : other;
    for (const body of [{ role: "admin" }, { status: "disabled" }] as const) {
      const attempt = last.client.updateUser({ params: { userId: last.user.id }, body });
      await assert.rejects(attempt, { status: 409, code: "INVALID_STATE" });
    }
    assert.equal(
      (await last.client.updateUser({ params: { userId: last.user.id }, body: { name: "Last" } })).name,
      "Last",
    );
  });

  test("of two owners who take each other's role or account at once one does, though a third stays", async () => {
    for (const body of [{ role: "developer" }, { status: "disabled" }] as const) {
      const [one, other] = [await plane.session("owner"), await plane.session("owner")];
      const outcomes = await Promise.allSettled([
        one.client.updateUser({ params: { userId: other.user.id }, body }),
        other.client.updateUser({ params: { userId: one.user.id }, body }),
      ]);
      assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1, JSON.stringify(outcomes));
    }
  });

  test("403 for an admin who was demoted or disabled while their change of a user was under way", async () => {
    const { id: userId } = await plane.createUser("developer");
    for (const [change, code] of [
      [{ role: "operator" }, "FORBIDDEN"],
      [{ status: "disabled" }, "ACCOUNT_DISABLED"],
    ] as const) {
      const leaver = await plane.session("admin");
      let attempt: Promise<unknown> = Promise.resolve();
      await plane.app.store.inInstallation(async (scope) => {
        await countActiveOwners(scope);
        attempt = assert.rejects(leaver.client.updateUser({ params: { userId }, body: { role: "admin" } }), { code });
        await somebodyWaits(scope);
        await changeUser(scope, leaver.user.id, change);
      });
      await attempt;
    }
    const { items } = await owner.client.listUsers({ query: { limit: 200 } });
    assert.equal(items.find(({ id }) => id === userId)?.role, "developer");
  });

  test("403 for an admin who was demoted while the user they make was being made", async () => {
    const leaver = await plane.session("admin");
    const body = newUser("admin");
    let attempt: Promise<unknown> = Promise.resolve();
    const holding = plane.app.store.inInstallation(async (scope) => {
      // The request waits for the holder of its key before it does anything else in its transaction.
      await sql`insert into idempotency_keys (actor_id, operation, project_scope, key, request_hash)
        values (${leaver.user.id}, 'createUser', '', 'a-key', '')`.execute(scope.tx);
      const created = leaver.client.createUser({ body, headers: { "idempotency-key": "a-key" } });
      attempt = assert.rejects(created, { status: 403, code: "FORBIDDEN" });
      await somebodyWaits(scope);
      const params = { userId: leaver.user.id };
      await owner.client.updateUser({ params, body: { role: "developer" } });
      throw new Error("rolled back");
    });
    await assert.rejects(holding, { message: "rolled back" });
    await attempt;
    const { items } = await owner.client.listUsers({ query: { limit: 200 } });
    assert.ok(!items.some(({ email }) => email === body.email));
  });

  test("a password given by another ends the sessions and must be changed; one's own goes another way", async () => {
    const developer = await plane.session("developer");
    const params = { userId: developer.user.id };
    const body = { password: "nine purple lamps" };
    const changed = await admin.client.updateUser({ params, body });
    assert.equal(changed.mustChangePassword, true);
    await assert.rejects(developer.client.getMe(), { code: "SESSION_EXPIRED" });
    const own = admin.client.updateUser({ params: { userId: admin.user.id }, body });
    await assert.rejects(own, { status: 409, code: "INVALID_STATE" });
  });

  test("412 for a stale If-Match, 404 for nobody", async () => {
    const { id: userId } = await plane.createUser("developer");
    await admin.client.updateUser({ params: { userId }, body: { name: "Second" } });
    const stale = admin.client.updateUser({
      params: { userId },
      body: { name: "Third" },
      headers: { "if-match": '"1"' },
    });
    await assert.rejects(stale, { status: 412, code: "REVISION_CONFLICT" });
    await assert.rejects(admin.client.updateUser({ params: { userId: "usr_nobody" }, body: {} }), {
      code: "NOT_FOUND",
    });
  });

  test("the audit tells who changed what, and no password", async () => {
    const { id: userId } = await plane.createUser("developer");
    const password = "nine purple lamps";
    await admin.client.updateUser({ params: { userId }, body: { role: "operator", password } });
    const { items } = await owner.client.listAuditEvents({ query: { targetId: userId } });
    assert.equal(items.length, 1);
    assert.deepEqual(items[0]?.changes, {
      before: { role: "developer" },
      after: { role: "operator" },
      password: "[redacted]",
    });
    assert.equal(items[0].actor.id, admin.user.id);
  });
});
