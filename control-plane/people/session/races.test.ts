import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { createClient } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { bootstrapOwner, issueSignInLink } from "../users/bootstrap-owner.ts";
import { startTestControlPlane, testPassword } from "../../testing/test-control-plane.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { somebodyWaits } from "../../testing/somebody-waits.ts";
import { changeUser, lockUser } from "../users/queries.ts";
import { endLinks, endSessions } from "./queries.ts";

const newPassword = "twelve yellow ducks";
const fulfilled = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === "fulfilled").length;

describe("at the same moment", () => {
  const plane = duringTests(startTestControlPlane);

  const countSessions = async (userId: string) =>
    (
      await plane.app.store.inInstallation(({ tx }) =>
        tx.selectFrom("sessions").select("id").where("userId", "=", userId).execute(),
      )
    ).length;

  /** Locks the user, starts `meanwhile`, and changes the user only once `meanwhile` waits for that lock. */
  async function changedUnder<T>(
    userId: string,
    change: (scope: InstallationScope) => Promise<unknown>,
    meanwhile: () => Promise<T>,
  ): Promise<PromiseSettledResult<T>[]> {
    let begun: Promise<PromiseSettledResult<T>[]> | undefined;
    await plane.app.store.inInstallation(async (scope) => {
      await lockUser(scope, userId);
      begun ??= Promise.allSettled([meanwhile()]);
      await somebodyWaits(scope);
      await change(scope);
      await endSessions(scope, userId, null);
      await endLinks(scope, userId);
    });
    return (await begun) ?? [];
  }

  test("two sign-ins are two sessions, each with a CSRF token of its own", async () => {
    const user = await plane.createUser("developer");
    const [one, other] = await Promise.all([plane.signIn(user), plane.signIn(user)]);
    assert.notEqual(one.headers()["x-csrf-token"], other.headers()["x-csrf-token"]);
    const { items } = await one.client.listSessions();
    assert.equal(new Set(items.map(({ id }) => id)).size, 2);
    await one.client.logout();
    await other.client.getMe();
  });

  test("a sign-in with the password that is just being changed opens no session", async () => {
    const user = await plane.createUser("developer");
    const passwordHash = await hashPassword(newPassword);
    const change = (scope: InstallationScope) => changeUser(scope, user.id, { passwordHash });
    const [outcome] = await changedUnder(user.id, change, () => plane.signIn(user));
    assert.equal(outcome?.status, "rejected");
    assert.equal((outcome.reason as { code?: string }).code, "INVALID_CREDENTIALS");
    assert.equal(await countSessions(user.id), 0);
  });

  test("a sign-in to the account that is just being disabled opens no session", async () => {
    const user = await plane.createUser("developer");
    const change = (scope: InstallationScope) => changeUser(scope, user.id, { status: "disabled" });
    const [outcome] = await changedUnder(user.id, change, () => plane.signIn(user));
    assert.equal((outcome as PromiseRejectedResult).reason.code, "ACCOUNT_DISABLED");
    assert.equal(await countSessions(user.id), 0);
  });

  test("a sign-in link of an account whose password is just being changed opens no session", async () => {
    await bootstrapOwner(plane.app);
    const { token, email } = (await issueSignInLink(plane.app)) ?? { token: "", email: "" };
    const sha256 = createHash("sha256").update(token).digest("hex");
    const { userId } = await plane.app.store.inInstallation(({ tx }) =>
      tx.selectFrom("oneTimeLinks").select("userId").where("sha256", "=", sha256).executeTakeFirstOrThrow(),
    );
    const passwordHash = await hashPassword(newPassword);
    const client = createClient({ baseUrl: plane.url });
    const change = (scope: InstallationScope) => changeUser(scope, userId, { passwordHash });
    const [outcome] = await changedUnder(userId, change, () => client.loginWithLink({ body: { token } }));
    assert.equal((outcome as PromiseRejectedResult).reason.code, "INVALID_CREDENTIALS", email);
    assert.equal(await countSessions(userId), 0);
  });

  test("of two changes of a password one is made, and the other is told that its password is no longer right", async () => {
    const user = await plane.createUser("developer");
    const [one, other] = [await plane.signIn(user), await plane.signIn(user)];
    const wanted = [newPassword, "thirteen grey geese"];
    const outcomes = await Promise.allSettled(
      [one, other].map(({ client }, at) =>
        client.changePassword({ body: { currentPassword: testPassword, newPassword: wanted[at] ?? "" } }),
      ),
    );
    assert.equal(fulfilled(outcomes), 1);
    const refused = outcomes.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    assert.ok(["INVALID_CREDENTIALS", "SESSION_EXPIRED"].includes(refused.reason.code), refused.reason.code);
    assert.equal(await countSessions(user.id), 1);
    const signIns = await Promise.all(
      wanted.map((password) =>
        plane.request("/api/auth/login", { method: "POST", body: { email: user.email, password } }),
      ),
    );
    assert.deepEqual(
      signIns.map(({ status }) => status),
      outcomes.map(({ status }) => (status === "fulfilled" ? 200 : 401)),
    );
  });

  test("a session that ends while its password is being changed changes nothing", async () => {
    const user = await plane.createUser("developer");
    const mine = await plane.signIn(user);
    const body = { currentPassword: testPassword, newPassword };
    const [outcome] = await changedUnder(
      user.id,
      () => Promise.resolve(),
      () => mine.client.changePassword({ body }),
    );
    assert.equal((outcome as PromiseRejectedResult).reason.code, "SESSION_EXPIRED");
    await plane.signIn(user);
  });

  test("two tabs that select a Project leave the session on one of them, and usable", async () => {
    const mine = await plane.signIn(await plane.createUser("developer"));
    const projects = [await plane.createProject(), await plane.createProject()];
    for (let round = 0; round < 5; round += 1) {
      const before = mine.headers();
      const selects = await Promise.all(
        projects.map(({ id }) => plane.request(`/api/projects/${id}/select`, { method: "POST", headers: before })),
      );
      // One of them may have found that its token had already been replaced.
      const made = selects.filter(({ status }) => status === 200);
      assert.ok(made.length > 0 && selects.every(({ status }) => status === 200 || status === 403));
      const { activeProject, csrfToken } = await mine.client.getMe();
      assert.ok(projects.some(({ id }) => id === activeProject?.id));
      // Whichever answer reached the browser last, `me` returns the current token.
      const headers = { ...mine.headers(), "x-csrf-token": csrfToken ?? "" };
      const other = projects.find(({ id }) => id !== activeProject?.id)?.id ?? "";
      const body = { slug: `tab-${round}`, source: "export default () => 1;" };
      const meant = (project: string) =>
        plane.request("/api/functions", { method: "POST", body, headers: { ...headers, "x-project-id": project } });
      assert.equal((await meant(other)).json.error.code, "PROJECT_MISMATCH");
      assert.equal((await meant(activeProject?.id ?? "")).status, 201);
      const again = await mine.request(`/api/projects/${other}/select`, { method: "POST", headers });
      assert.equal(again.status, 200);
    }
  });
});
