import assert from "node:assert/strict";
import { before, beforeEach, describe, test } from "node:test";
import { ApiError, createClient, type Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { changeUser } from "../users/queries.ts";
import { startTestControlPlane, type SignedIn } from "../../testing/test-control-plane.ts";

describe("the sign-in of a command line", () => {
  const plane = duringTests(startTestControlPlane);
  /** The command line, which nobody has signed in. */
  let line: Client;
  let person: SignedIn;
  let projectId: string;
  let slug: string;
  before(async () => {
    line = createClient({ baseUrl: plane.url });
    ({ id: projectId, slug } = await plane.createProject());
  });
  beforeEach(async () => {
    person = await plane.session("admin", projectId);
  });

  const run = <T>(statement: ReturnType<typeof sql<T>>) =>
    plane.app.store.inInstallation(async ({ tx }) => (await statement.execute(tx)).rows);
  const begin = async () => {
    const begun = await line.createCliSignIn({ body: { machine: "laptop of Ann", project: slug, validDays: 7 } });
    const { deviceCode, userCode } = begun;
    return { ...begun, params: { userCode }, redeem: () => line.redeemCliSignIn({ body: { deviceCode } }) };
  };
  const rights = (role: "admin" | "developer" = "developer") => ({ projectId, role, validDays: 7 });
  const waitedFor = (ms: number) =>
    run(sql`update cli_sign_ins set last_asked_at = last_asked_at - ${ms} * interval '1 millisecond'`);

  test("a person sees who asks, allows it, and the command line gets a token of theirs, once", async () => {
    const { params, userCode, verificationUrl, verificationUrlComplete, redeem } = await begin();
    assert.match(userCode, /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    assert.equal(verificationUrl, "http://localhost:8080/device");
    assert.equal(verificationUrlComplete, `${verificationUrl}?code=${userCode}`);
    await assert.rejects(redeem(), { status: 409, code: "INVALID_STATE" });
    const seen = await person.client.getCliSignIn({ params });
    assert.deepEqual(
      [seen.userCode, seen.machine, seen.projectId, seen.validDays, seen.ip, seen.isNear],
      [userCode, "laptop of Ann", projectId, 7, "127.0.0.1", true],
    );
    await person.client.allowCliSignIn({ params, body: rights() });
    const { value, ...token } = await redeem();
    assert.deepEqual([token.name, token.role, token.projectId], ["laptop of Ann", "developer", projectId]);
    const days = (Date.parse(token.expiresAt) - Date.parse(token.createdAt)) / 86_400_000;
    assert.ok(Math.abs(days - 7) < 0.01, `${days} days`);
    await assert.rejects(redeem(), { status: 404, code: "NOT_FOUND" });

    const client = createClient({ baseUrl: plane.url, headers: { authorization: `Bearer ${value}` } });
    const me = await client.getMe();
    assert.deepEqual([me.user.email, me.activeProject?.id], [person.user.email, projectId]);
    const { items } = await person.client.listTokens();
    assert.deepEqual(
      items.map(({ id, name }) => [id, name]),
      [[token.id, "laptop of Ann"]],
    );
    await person.client.deleteToken({ params: { tokenId: token.id } });
    await assert.rejects(client.getMe(), { code: "UNAUTHENTICATED" });
  });

  test("a code may be typed in lower case, without its hyphen and with spaces", async () => {
    const { userCode } = await begin();
    const typed = ` ${userCode.toLowerCase().replace("-", " ")} `;
    assert.equal((await person.client.getCliSignIn({ params: { userCode: typed } })).userCode, userCode);
  });

  test("what is kept gets nobody a token: the code is hashed, and there is no token before it is fetched", async () => {
    const { deviceCode, params } = await begin();
    await person.client.allowCliSignIn({ params, body: rights() });
    const kept = JSON.stringify(await run(sql`select * from cli_sign_ins where state = 'allowed'`));
    assert.ok(!kept.includes(deviceCode) && !kept.includes("fer_pat_"), kept);
    assert.deepEqual((await person.client.listTokens()).items, []);
  });

  test("a command line that is refused is told so each time, and gets nothing", async () => {
    const { params, redeem } = await begin();
    await person.client.denyCliSignIn({ params });
    await assert.rejects(redeem(), { status: 403, code: "FORBIDDEN", message: /refused/ });
    await assert.rejects(redeem(), { code: "FORBIDDEN" });
    await assert.rejects(person.client.allowCliSignIn({ params, body: rights() }), { code: "NOT_FOUND" });
  });

  test("a command line that asks too often is told when to ask again", async () => {
    const { params, redeem } = await begin();
    await assert.rejects(redeem(), { code: "INVALID_STATE" });
    await assert.rejects(redeem(), (error) => {
      assert.ok(error instanceof ApiError && error.status === 429 && error.code === "RATE_LIMITED");
      const { retryAfterSeconds = 0 } = error;
      return retryAfterSeconds >= 1 && retryAfterSeconds <= 5;
    });
    await waitedFor(4_000);
    await assert.rejects(redeem(), { code: "INVALID_STATE" });
    await person.client.allowCliSignIn({ params, body: rights() });
    assert.match((await redeem()).value, /^fer_pat_/);
  });

  test("after ten minutes nobody can allow it or fetch its token, and the next one that begins removes it", async () => {
    const [waiting, allowed] = [await begin(), await begin()];
    assert.equal(waiting.expiresInSeconds, 600);
    await person.client.allowCliSignIn({ params: allowed.params, body: rights() });
    await run(sql`update cli_sign_ins set expires_at = now()`);
    await assert.rejects(waiting.redeem(), { status: 404, code: "NOT_FOUND", message: /expired/ });
    await assert.rejects(allowed.redeem(), { code: "NOT_FOUND" });
    await assert.rejects(person.client.getCliSignIn({ params: waiting.params }), { code: "NOT_FOUND" });
    const late = person.client.allowCliSignIn({ params: waiting.params, body: rights() });
    await assert.rejects(late, { code: "NOT_FOUND" });
    await begin();
    assert.equal((await run(sql`select 1 from cli_sign_ins`)).length, 1);
  });

  test("nobody gives more than they may: a higher role and an unknown Project are refused, and it still waits", async () => {
    const { params } = await begin();
    const developer = await plane.session("developer", projectId);
    const asAdmin = developer.client.allowCliSignIn({ params, body: rights("admin") });
    await assert.rejects(asAdmin, { status: 403, code: "FORBIDDEN" });
    const nowhere = { ...rights(), projectId: "prj_000000000000000000000000" };
    await assert.rejects(developer.client.allowCliSignIn({ params, body: nowhere }), { code: "NOT_FOUND" });
    await developer.client.allowCliSignIn({ params, body: rights() });
  });

  test("a person who is disabled or given a lower role after allowing it gives no token", async () => {
    const [one, other] = [await begin(), await begin()];
    for (const { params } of [one, other]) await person.client.allowCliSignIn({ params, body: rights("admin") });
    const change = (changes: object) =>
      plane.app.store.inInstallation((scope) => changeUser(scope, person.user.id, changes));
    await change({ status: "disabled" });
    await assert.rejects(one.redeem(), { status: 403, code: "ACCOUNT_DISABLED" });
    await change({ status: "active", role: "developer" });
    await assert.rejects(other.redeem(), { status: 403, code: "FORBIDDEN", message: /lower/ });
    assert.deepEqual(await run(sql`select 1 from api_tokens where user_id = ${person.user.id}`), []);
  });

  test("a Project that is deleted after it was allowed leaves no token behind", async () => {
    const { id } = await plane.createProject();
    const { params, redeem } = await begin();
    await person.client.allowCliSignIn({ params, body: { ...rights(), projectId: id } });
    const owner = await plane.session("owner");
    await owner.client.archiveProject({ params: { projectId: id } });
    await owner.client.deleteProject({ params: { projectId: id } });
    await assert.rejects(redeem(), { code: "NOT_FOUND" });
  });

  test("the audit says who allowed which machine from where, who refused one, and that the token was fetched", async () => {
    const [one, other] = [await begin(), await begin()];
    await person.client.allowCliSignIn({ params: one.params, body: rights() });
    await person.client.denyCliSignIn({ params: other.params });
    const { id } = await one.redeem();
    const { items } = await person.client.listAuditEvents({ query: { actorId: person.user.id } });
    const told = items
      .filter(({ action }) => action.startsWith("cli-sign-in."))
      .map(({ action, target, changes }) => [action, target.name, changes]);
    assert.deepEqual(told, [
      ["cli-sign-in.deny", "laptop of Ann", { from: "127.0.0.1" }],
      ["cli-sign-in.allow", "laptop of Ann", { role: "developer", validDays: 7, from: "127.0.0.1" }],
    ]);
    const [made] = (await person.client.listAuditEvents({ query: { targetId: id } })).items;
    assert.deepEqual(
      [made?.action, made?.actor.email, made?.projectId],
      ["token.create", person.user.email, projectId],
    );
  });
});
