import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { describe, test } from "node:test";
import { createClient } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { bootstrapOwner, issueSignInLink } from "./bootstrap-owner.ts";
import { startTestControlPlane, testPassword } from "../../testing/test-control-plane.ts";

describe("the first owner", () => {
  const plane = duringTests(() => startTestControlPlane({ ownerPassword: undefined }));

  const countUsers = async () =>
    (await plane.app.store.inInstallation(({ tx }) => sql`select 1 from users`.execute(tx))).rows.length;
  const withLink = (token: string) => {
    const client = createClient({ baseUrl: plane.url, cookies: "keep" });
    return client.loginWithLink({ body: { token } }).then(() => client);
  };

  test("is made with a generated password, kept where only this user may read it, which must be changed at its first use", async () => {
    const link = await issueSignInLink(plane.app);
    assert.equal(link?.email, "first.owner@acme.example");
    const path = link.passwordFile ?? "";
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    const { email, password } = JSON.parse(await readFile(path, "utf8")) as { email: string; password: string };
    const client = createClient({ baseUrl: plane.url, cookies: "keep" });
    const { user } = await client.login({ body: { email, password } });
    assert.deepEqual([user.role, user.mustChangePassword], ["owner", true]);
    await assert.rejects(client.listProjects(), { status: 403, code: "PASSWORD_CHANGE_REQUIRED" });
  });

  test("does not use the generated password by a sign-in link, and so need not change it there", async () => {
    const owner = await withLink((await issueSignInLink(plane.app))?.token ?? "");
    assert.equal((await owner.getMe()).user.mustChangePassword, false);
    assert.deepEqual((await owner.listProjects()).items, []);
  });

  test("is made once, also by several replicas at once", async () => {
    await using fresh = await startTestControlPlane();
    await fresh.app.store.inInstallation(({ tx }) => sql`delete from users`.execute(tx));
    await Promise.all(Array.from({ length: 4 }, () => bootstrapOwner(fresh.app)));
    const { rows } = await fresh.app.store.inInstallation(({ tx }) => sql`select 1 from users`.execute(tx));
    assert.equal(rows.length, 1);
    await bootstrapOwner(plane.app);
    assert.equal(await countUsers(), 1);
  });

  test("is made from OWNER_PASSWORD, which is written nowhere", async () => {
    await using told = await startTestControlPlane({ ownerPassword: testPassword });
    const link = await issueSignInLink(told.app);
    assert.equal(link?.passwordFile, null);
    await told.signIn({ id: "", email: "first.owner@acme.example", role: "owner" });
  });

  test("a sign-in link is good once, and not after a newer one, a day, or a disabled account", async () => {
    const token = async () => (await issueSignInLink(plane.app))?.token ?? "";
    const refused = { status: 401, code: "INVALID_CREDENTIALS" };
    const used = await token();
    const owner = await withLink(used);
    assert.equal((await owner.getMe()).user.email, "first.owner@acme.example");
    await assert.rejects(withLink(used), refused);
    const older = await token();
    await withLink(await token());
    await assert.rejects(withLink(older), refused);
    const expired = await token();
    await plane.app.store.inInstallation(({ tx }) => sql`update one_time_links set expires_at = now()`.execute(tx));
    await assert.rejects(withLink(expired), refused);
    await assert.rejects(withLink("nonsense"), refused);
    const raced = await token();
    const outcomes = await Promise.allSettled([withLink(raced), withLink(raced), withLink(raced)]);
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  });

  test("neither a link's token nor a password is kept in the clear", async () => {
    const link = await issueSignInLink(plane.app);
    const { rows } = await plane.app.store.inInstallation(({ tx }) =>
      sql`select (select json_agg(l) from one_time_links l)::text || (select json_agg(u) from users u)::text as kept`.execute(
        tx,
      ),
    );
    const { password } = JSON.parse(await readFile(link?.passwordFile ?? "", "utf8")) as { password: string };
    const kept = JSON.stringify(rows);
    assert.ok(!kept.includes(link?.token ?? "") && !kept.includes(password));
  });

  test("a password that was changed since is not told of as the file's", async () => {
    const link = await issueSignInLink(plane.app);
    const { password } = JSON.parse(await readFile(link?.passwordFile ?? "", "utf8")) as { password: string };
    const owner = await withLink(link?.token ?? "");
    await owner.changePassword({ body: { currentPassword: password, newPassword: "four orange clocks" } });
    assert.ok(!existsSync(link?.passwordFile ?? ""), "the file would hold a password that is no longer one");
    assert.equal((await issueSignInLink(plane.app))?.passwordFile, null);
  });
});
