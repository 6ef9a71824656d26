import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createClient } from "@ferrule/contract/client.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { issueSignInLink } from "./bootstrap-owner.ts";
import { startTestControlPlane, testPassword } from "../../testing/test-control-plane.ts";
import { changeUser } from "./queries.ts";

const plane = duringTests(startTestControlPlane);
const owner = duringTests(() => plane.session("owner"));
const admin = duringTests(() => plane.session("admin"));

let made = 0;
const create = (role: Role, by = owner) =>
  by.client.createUser({ body: { email: `invited-${(made += 1)}@acme.example`, name: "Invited", role } });
const invite = async (userId: string, by = owner) => by.client.inviteUser({ params: { userId } });
const tokenOf = ({ url }: { url: string }) => /^http:\/\/localhost:8080\/#link=([\w-]{43})$/.exec(url)?.[1] ?? url;
const open = async (invitation: { url: string }) => {
  const client = createClient({ baseUrl: plane.url, cookies: "keep" });
  return { client, signedIn: await client.loginWithLink({ body: { token: tokenOf(invitation) } }) };
};
const password = "seven green trains";

describe("an invitation", () => {
  test("lets somebody in once, who chooses a password without a present one, and signs in with it", async () => {
    const { id, email, mustChangePassword } = await create("developer", admin);
    assert.equal(mustChangePassword, true);
    const invitation = await invite(id, admin);
    const remaining = Date.parse(invitation.expiresAt) - Date.now();
    assert.ok(remaining > 23 * 3_600_000 && remaining <= 24 * 3_600_000);
    const { client, signedIn } = await open(invitation);
    assert.deepEqual([signedIn.user.email, signedIn.choosePassword], [email, "now"]);
    assert.equal((await client.getMe()).choosePassword, "now");
    await assert.rejects(open(invitation), { code: "INVALID_CREDENTIALS" });
    await assert.rejects(client.changePassword({ body: { newPassword: "short" } }), { code: "VALIDATION_ERROR" });
    await client.changePassword({ body: { newPassword: password } });
    assert.equal((await client.getMe()).choosePassword, null);
    const later = createClient({ baseUrl: plane.url, cookies: "keep" });
    assert.equal((await later.login({ body: { email, password } })).user.mustChangePassword, false);
    const again = client.changePassword({ body: { newPassword: "eight green trains" } });
    await assert.rejects(again, { code: "VALIDATION_ERROR" }, "once it is chosen, the present one is asked for");
  });

  test("made anew takes the earlier one, the password and every session out of use", async () => {
    const developer = await plane.session("developer");
    const { id, email } = developer.user;
    const first = await invite(id);
    await assert.rejects(developer.client.getMe(), { status: 401 });
    const client = createClient({ baseUrl: plane.url, cookies: "keep" });
    const { rows } = await plane.app.store.inInstallation(({ tx }) =>
      sql<{ link: string }>`select sha256 as link from one_time_links where user_id = ${id}`.execute(tx),
    );
    assert.ok(rows.length === 1 && rows[0]?.link !== tokenOf(first), "only a hash is kept");
    const second = await invite(id);
    await assert.rejects(open(first), { code: "INVALID_CREDENTIALS" });
    assert.equal((await open(second)).signedIn.user.email, email);
    await assert.rejects(client.login({ body: { email, password: testPassword } }), { status: 401 });
  });

  test("runs out", async () => {
    const invitation = await invite((await create("operator")).id);
    await plane.app.store.inInstallation(({ tx }) =>
      sql`update one_time_links set expires_at = now() - interval '1 second'`.execute(tx),
    );
    await assert.rejects(open(invitation), { code: "INVALID_CREDENTIALS" });
  });

  test("is not made for oneself, a disabled user, nobody, or an owner by an admin", async () => {
    await assert.rejects(invite(owner.user.id), { code: "INVALID_STATE" });
    const gone = await create("developer");
    await plane.app.store.inInstallation((scope) => changeUser(scope, gone.id, { status: "disabled" }));
    await assert.rejects(invite(gone.id), { code: "INVALID_STATE" });
    await assert.rejects(invite("usr_nobody"), { code: "NOT_FOUND" });
    await assert.rejects(invite(owner.user.id, admin), { code: "FORBIDDEN" });
    await assert.rejects(invite((await create("developer")).id, await plane.session("developer")), {
      code: "FORBIDDEN",
    });
    assert.equal((await owner.client.getMe()).user.email, owner.user.email, "nothing has ended");
  });

  test("is in the audit log without its token", async () => {
    const { id } = await create("developer");
    const invitation = await invite(id);
    const { items } = await owner.client.listAuditEvents({ query: { targetId: id } });
    assert.deepEqual(
      items.map(({ action }) => action),
      ["user.invite", "user.create"],
    );
    assert.ok(!JSON.stringify(items).includes(tokenOf(invitation)));
  });
});

describe("choosing a password", () => {
  test("needs the present one wherever a password was used, chosen or not", async () => {
    const body = { newPassword: password };
    await assert.rejects(owner.client.changePassword({ body }), { code: "VALIDATION_ERROR" });
    const { email } = await plane.createUser("developer", { mustChangePassword: true });
    const client = createClient({ baseUrl: plane.url, cookies: "keep" });
    assert.equal((await client.login({ body: { email, password: testPassword } })).choosePassword, null);
    await assert.rejects(client.changePassword({ body }), { code: "VALIDATION_ERROR" });
  });

  test("can wait for the first owner, whom a generated password lets in again", async () => {
    await using fresh = await startTestControlPlane({ ownerPassword: undefined });
    const { token } = (await issueSignInLink(fresh.app)) ?? assert.fail("no link");
    const client = createClient({ baseUrl: fresh.url, cookies: "keep" });
    assert.equal((await client.loginWithLink({ body: { token } })).choosePassword, "later");
    await client.changePassword({ body: { newPassword: password } });
    assert.equal((await client.getMe()).choosePassword, null);
  });
});
