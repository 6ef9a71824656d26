import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createClient } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startTestControlPlaneApart } from "../../testing/test-control-plane.ts";
import { newUserCode } from "./user-code.ts";

const rounds = process.env["FERRULE_TEST_LENGTH"] === "full" ? 100 : 10;

const outcomes = async (asked: Promise<unknown>[]) => {
  const counts: Record<string, number> = {};
  for (const one of await Promise.allSettled(asked)) {
    const name = one.status === "fulfilled" ? "given" : (one.reason as { code: string }).code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

describe("attacks on the sign-in of a command line", () => {
  const plane = duringTests(startTestControlPlaneApart);
  let projectId: string;
  before(async () => {
    ({ id: projectId } = await plane.createProject());
  });

  let networks = 0;
  /** A command line at an address of its own, as the gateway tells it. */
  const lineAt = (ip = `203.0.113.${(networks += 1)}`) =>
    createClient({
      baseUrl: plane.url,
      headers: { "x-forwarded-for": ip, "x-internal-token": plane.settings.internalApiTokens[0] ?? "" },
    });
  const begin = (line = lineAt()) => line.createCliSignIn({ body: { machine: "laptop" } });
  const run = <T>(statement: ReturnType<typeof sql<T>>) =>
    plane.app.store.inInstallation(async ({ tx }) => (await statement.execute(tx)).rows);
  const body = () => ({ projectId, role: "developer" as const, validDays: 7 });

  test(`of ${rounds * 100} that one network begins, 50 wait; somebody elsewhere still signs in`, async () => {
    await run(sql`delete from cli_sign_ins`);
    const attacker = (n: number) => lineAt(`2001:db8:0:1::${(n + 1).toString(16)}`);
    const counts: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1) {
      const asked = Array.from({ length: 100 }, (_, n) => begin(attacker(round * 100 + n)));
      for (const [name, count] of Object.entries(await outcomes(asked))) counts[name] = (counts[name] ?? 0) + count;
    }
    assert.deepEqual(counts, { given: 50, RATE_LIMITED: rounds * 100 - 50 });
    assert.equal((await run(sql`select 1 from cli_sign_ins`)).length, 50);
    await begin();
  });

  test("of all networks together, 1,000 wait, however many begin at once; what has expired makes room", async () => {
    await run(sql`delete from cli_sign_ins`);
    await run(sql`insert into cli_sign_ins (id, device_code_sha256, user_code, machine, valid_days, expires_at)
      select 'cls_' || n, 'hash ' || n, 'code ' || n, 'laptop', 7, now() + interval '5 minutes'
      from generate_series(1, 990) as n`);
    const counts = await outcomes(Array.from({ length: 40 }, () => begin()));
    assert.deepEqual(counts, { given: 10, RATE_LIMITED: 30 });
    assert.equal((await run(sql`select 1 from cli_sign_ins`)).length, 1_000);
    await run(sql`update cli_sign_ins set expires_at = now() where id like 'cls_9%'`);
    await begin();
    await run(sql`delete from cli_sign_ins`);
  });

  test("a person who tries codes is stopped after ten, and their own right codes in between change nothing", async () => {
    const guesser = await plane.session("developer");
    const own = await begin();
    const victim = await begin();
    const look = (userCode: string) => guesser.client.getCliSignIn({ params: { userCode } });
    for (let n = 0; n < 5; n += 1) {
      await assert.rejects(look(newUserCode()), { code: "NOT_FOUND" });
      const params = { userCode: newUserCode() };
      await assert.rejects(guesser.client.allowCliSignIn({ params, body: body() }), { code: "NOT_FOUND" });
      if (n < 4) await look(own.userCode);
    }
    const tried = Array.from({ length: 50 }, () => look(newUserCode()));
    assert.deepEqual(await outcomes(tried), { RATE_LIMITED: 50 });
    await assert.rejects(look(victim.userCode), { status: 429, code: "RATE_LIMITED" });
    const other = await plane.session("developer");
    const seen = await other.client.getCliSignIn({ params: { userCode: victim.userCode } });
    assert.deepEqual([seen.machine, seen.isNear], ["laptop", false]);
  });

  test("what can be no code is not found and costs no attempt", async () => {
    const { client } = await plane.session("developer");
    for (const userCode of [
      "AEIO-UAEI",
      "BCDF",
      "%00",
      "BCDF-GHJK-",
      "..",
      "' or 1=1 --",
      "ＢＣＤＦ-ＧＨＪＫ",
      "x".repeat(128),
    ]) {
      await assert.rejects(client.getCliSignIn({ params: { userCode } }), { code: "NOT_FOUND" }, userCode);
    }
    for (let n = 0; n < 20; n += 1) {
      await assert.rejects(client.denyCliSignIn({ params: { userCode: "BCDF-1234" } }), { code: "NOT_FOUND" });
    }
  });

  test("of twenty that fetch one token at the same moment, one gets it and one token exists", async () => {
    const person = await plane.session("developer");
    const { deviceCode, userCode } = await begin();
    await person.client.allowCliSignIn({ params: { userCode }, body: body() });
    const line = lineAt();
    const fetched = Array.from({ length: 20 }, () => line.redeemCliSignIn({ body: { deviceCode } }));
    assert.deepEqual(await outcomes(fetched), { given: 1, NOT_FOUND: 19 });
    assert.equal((await person.client.listTokens()).items.length, 1);
  });

  test("of people who allow and refuse one at the same moment, one decides, and the token is theirs", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => plane.session("developer")));
    const { deviceCode, userCode } = await begin();
    const params = { userCode };
    const decided = await Promise.allSettled(
      people.map(({ client }) => client.allowCliSignIn({ params, body: body() })),
    );
    const deciders = people.filter((_, at) => decided[at]?.status === "fulfilled");
    assert.equal(deciders.length, 1);
    await assert.rejects(deciders[0]?.client.denyCliSignIn({ params }) ?? Promise.resolve(), { code: "NOT_FOUND" });
    const { id } = await lineAt().redeemCliSignIn({ body: { deviceCode } });
    assert.deepEqual(
      (await deciders[0]?.client.listTokens())?.items.map((one) => one.id),
      [id],
    );
  });

  test("the code that people see fetches no token, nor does the id of the sign-in", async () => {
    const person = await plane.session("developer");
    const { userCode } = await begin();
    const { id } = await person.client.getCliSignIn({ params: { userCode } });
    await person.client.allowCliSignIn({ params: { userCode }, body: body() });
    for (const deviceCode of [userCode, userCode.replace("-", ""), id]) {
      await assert.rejects(lineAt().redeemCliSignIn({ body: { deviceCode } }), { code: "NOT_FOUND" });
    }
  });

  test("a machine's name that would be shown as something else is refused", async () => {
    for (const machine of ["a\nb", "a\u202Eb", "a\u0000b", "   ", "x".repeat(121), "\u001b[2Jb"]) {
      await assert.rejects(lineAt().createCliSignIn({ body: { machine } }), { code: "VALIDATION_ERROR" });
    }
  });
});
