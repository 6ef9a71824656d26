import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { makeUser } from "../testing/make-user.ts";
import { standInInstallation } from "../testing/stand-in-installation.ts";
import { me } from "../testing/stand-in.ts";

const idToken = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJyZXBvOmFjbWUvc2hvcCJ9.c2lnbmF0dXJl";
const requestToken = "the-runners-own-token-of-this-test";
const apiToken = "fer_pat_for-fifteen-minutes";
const given = { value: apiToken, expiresAt: "2026-01-01T00:15:00.000Z", role: "developer", projectId: "prj_shop" };
const refusal = {
  error: { code: "INVALID_CREDENTIALS", message: "No rule of this Project accepts the token.", requestId: "req_1" },
};

const installation = (t: TestContext, exchange: readonly [number, unknown] = [200, { ...given, rule: "main" }]) =>
  standInInstallation(t, { "POST /api/pipeline-tokens": exchange, "GET /api/auth/me": [200, me()] });

/** A stand-in for GitHub or Forgejo, and the variables that it sets for a job with ID tokens. */
async function forge(t: TestContext, answer: readonly [number, unknown] = [200, { count: 1, value: idToken }]) {
  const { address, asked } = await standInInstallation(t, { "GET /token": answer });
  const env = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${address}/token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken,
  };
  return { address, asked, env };
}

const errorIn = (stderr: string) =>
  (JSON.parse(stderr) as { error: { code: string; message: string; hint: string; requestId?: string } }).error;

function assertSecret(...said: { stdout: string; stderr: string }[]) {
  for (const { stdout, stderr } of said)
    for (const secret of [idToken, requestToken, apiToken]) assert.ok(!`${stdout}${stderr}`.includes(secret));
}

test("a job of GitLab acts in the folder's Project by its ID token, and keeps no token", async (t) => {
  const { home, run } = makeUser(t);
  const { address, asked } = await installation(t);
  writeFileSync(join(home, "ferrule.yaml"), `installation: ${address}\nproject: shop\n`);
  const env = { CI: "true", FERRULE_URL: address, FERRULE_ID_TOKEN: `${idToken}\n` };
  const ended = await run(["whoami", "--json"], { env });
  assert.equal(ended.code, 0, ended.stderr);
  assert.equal((JSON.parse(ended.stdout) as { tokenFrom: string }).tokenFrom, "id-token");
  assert.deepEqual(asked, [
    { line: "POST /api/pipeline-tokens", authorization: undefined, body: { project: "shop", token: idToken } },
    { line: "GET /api/auth/me", authorization: `Bearer ${apiToken}`, body: null },
  ]);
  assert.deepEqual(readdirSync(home), ["ferrule.yaml"]);
  const told = await run(["whoami"], { env });
  assert.match(told.stdout, /The token is from the pipeline's ID token\./);
  assertSecret(ended, told);
});

test("a job of GitHub or Forgejo asks its forge for an ID token for the installation's address", async (t) => {
  const { run } = makeUser(t);
  const { address, asked } = await installation(t);
  const { asked: askedForge, env } = await forge(t);
  const ended = await run(["whoami", "--url", address, "--project", "shop"], { env });
  assert.equal(ended.code, 0, ended.stderr);
  const [request] = askedForge;
  assert.equal(request?.authorization, `Bearer ${requestToken}`);
  const query = new URLSearchParams(request?.line.split("?")[1]);
  assert.deepEqual(Object.fromEntries(query), { "api-version": "2.0", audience: address });
  assert.deepEqual(asked[0]?.body, { project: "shop", token: idToken });
  assertSecret(ended);
});

test("an ID token goes only where FERRULE_URL or --url says, whatever a ferrule.yaml names", async (t) => {
  const { home, run } = makeUser(t);
  const mine = await installation(t);
  const other = await installation(t);
  const { asked: askedForge, env: forgeEnv } = await forge(t);
  writeFileSync(join(home, "ferrule.yaml"), `installation: ${other.address}\nproject: shop\n`);
  for (const env of [{ FERRULE_ID_TOKEN: idToken }, forgeEnv]) {
    const unsaid = await run(["whoami", "--json"], { env: { ...env } });
    assert.deepEqual([unsaid.code, errorIn(unsaid.stderr).code], [2, "TOKEN_WITHOUT_ADDRESS"]);
    const elsewhere = await run(["whoami", "--url", other.address], { env: { ...env, FERRULE_URL: mine.address } });
    assert.equal(elsewhere.code, 3);
    assertSecret(unsaid, elsewhere);
  }
  assert.deepEqual([mine.asked, other.asked, askedForge], [[], [], []]);
});

test("FERRULE_TOKEN and a stored token win over an ID token", async (t) => {
  const { run } = makeUser(t);
  const { address, asked } = await installation(t);
  const env = { FERRULE_URL: address, FERRULE_ID_TOKEN: idToken };
  assert.equal((await run(["whoami"], { env: { ...env, FERRULE_TOKEN: "fer_pat_given" } })).code, 0);
  await run(["login", "--token", "--url", address], { input: "fer_pat_stored" });
  assert.equal((await run(["whoami"], { env })).code, 0);
  assert.deepEqual(new Set(asked.map(({ line }) => line)), new Set(["GET /api/auth/me"]));
});

test("an ID token that no rule accepts ends with 3, and says where the rules are", async (t) => {
  const { run } = makeUser(t);
  const { address } = await installation(t, [401, refusal]);
  const env = { FERRULE_URL: address, FERRULE_PROJECT: "shop", FERRULE_ID_TOKEN: idToken };
  const ended = await run(["whoami", "--json"], { env });
  assert.equal(ended.code, 3);
  const { code, hint, requestId } = errorIn(ended.stderr);
  assert.deepEqual([code, requestId], ["INVALID_CREDENTIALS", "req_1"]);
  assert.match(hint, /Settings → Pipelines/);
  assertSecret(ended);
});

test("a forge that gives no ID token is told, without what it said", async (t) => {
  const { run } = makeUser(t);
  const { address, asked } = await installation(t);
  const env = { FERRULE_URL: address, FERRULE_PROJECT: "shop" };
  const answers = [
    [403, { message: requestToken }],
    [200, { message: requestToken }],
    [200, { value: `${idToken}\r\nx-injected: 1` }],
    [200, { value: `${"a".repeat(20_000)}.b.c` }],
  ] as const;
  for (const answer of answers) {
    const { env: forgeEnv } = await forge(t, answer);
    const ended = await run(["whoami", "--json"], { env: { ...env, ...forgeEnv } });
    assert.deepEqual([ended.code, errorIn(ended.stderr).code], [3, "ID_TOKEN_REFUSED"]);
    assertSecret(ended);
  }
  const nowhere = { ACTIONS_ID_TOKEN_REQUEST_URL: "nowhere", ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken };
  const ended = await run(["whoami", "--json"], { env: { ...env, ...nowhere } });
  assert.deepEqual([ended.code, errorIn(ended.stderr).code], [3, "ID_TOKEN_REFUSED"]);
  assert.deepEqual(asked, []);
});

test("a text that is no ID token is not sent, and a job without a Project says so", async (t) => {
  const { run } = makeUser(t);
  const { address, asked } = await installation(t);
  const env = { FERRULE_URL: address };
  const wrong = await run(["whoami", "--json", "--project", "shop"], { env: { ...env, FERRULE_ID_TOKEN: "$ID" } });
  assert.deepEqual([wrong.code, errorIn(wrong.stderr).code], [2, "ID_TOKEN_INVALID"]);
  const unnamed = await run(["whoami", "--json"], { env: { ...env, FERRULE_ID_TOKEN: idToken } });
  assert.deepEqual([unnamed.code, errorIn(unnamed.stderr).code], [2, "NO_PROJECT"]);
  assert.deepEqual(asked, []);
});

test("a job without any token hears how to get one", async (t) => {
  const { run } = makeUser(t);
  const { address } = await installation(t);
  const ended = await run(["whoami", "--json"], { env: { CI: "true", FERRULE_URL: address } });
  assert.equal(ended.code, 3);
  assert.match(errorIn(ended.stderr).hint, /ID token/);
});
