import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@ferrule/contract/client.ts";
import { createEndpoint, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { allow } from "../sign-in/scripted-browser.ts";
import { startTopology, type Topology } from "./topology.ts";

type Policy = NonNullable<Parameters<Client["replaceAuthPolicy"]>[0]>["body"];

const tenMinutes = 600_000;
/** So many calls that each worker and each control plane has some of them. */
const many = Array.from({ length: 24 }, (_, n) => n);

describe("where a worker and a control plane are ten minutes ahead, and another of each ten minutes behind", () => {
  let topology: Topology;
  let owner: Client;
  let endpointId: string;
  let functionId: string;
  let projectId: string;
  let url: string;
  before(async () => {
    const clocks = {
      "control-plane-1": tenMinutes,
      "control-plane-2": -tenMinutes,
      "worker-1": tenMinutes,
      "worker-2": -tenMinutes,
    };
    topology = await startTopology({ workers: 2, clocks });
    owner = await topology.signInAsOwner();
    projectId = (await openProject(owner)).id;
    const source = "export default (input: { n: number }) => input;";
    ({ id: functionId } = await owner.createFunction({ body: { slug: "echo", source } }));
    const endpoint = await createEndpoint(owner, "http", "api");
    endpointId = endpoint.id;
    url = `${endpoint.urls.development}/echo`;
    await owner.createHttpBinding({ params: { endpointId }, body: { functionId, method: "POST", path: "/echo" } });
    await deploy(owner);
  });
  after(() => topology?.[Symbol.asyncDispose]());

  const keyUntil = async (expiresAt: Date | null) => {
    const body = {
      name: "clock",
      environment: "development" as const,
      ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
    };
    return (await owner.createApiKey({ params: { endpointId }, body })).value;
  };
  const statuses = async (key: string) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const all = await Promise.all(
      many.map((n) => fetch(url, { method: "POST", headers, body: JSON.stringify({ n }) })),
    );
    await Promise.all(all.map((answer) => answer.arrayBuffer()));
    return [...new Set(all.map(({ status }) => status))];
  };

  /** A new key works everywhere within a second. */
  const untilOpen = (key: string) =>
    eventually(async () => (String(await statuses(key)) === "200" ? true : undefined), 6_000);

  test("calls are recorded at the time at which they were made, one after the other", async () => {
    const key = await keyUntil(null);
    await untilOpen(key);
    const began = Date.now();
    assert.deepEqual(await statuses(key), [200]);
    const listed = async () => {
      const query = { limit: 100, environment: "development" as const };
      const { items } = await owner.listExecutions({ query });
      return items.length >= 2 * many.length ? items : undefined;
    };
    const items = await eventually(listed, 20_000);
    for (const { startedAt } of items)
      assert.ok(Date.parse(startedAt) > began - 10_000 && Date.parse(startedAt) < Date.now() + 2_000, startedAt);
    assert.equal(new Set(items.map(({ workerId }) => workerId)).size, 2);
    const times = items.map(({ startedAt }) => Date.parse(startedAt));
    assert.ok(
      times.every((time, at) => at === 0 || time <= times[at - 1]! + 1_000),
      times.join(),
    );
  });

  test("a key opens until it expires and no longer, whoever is asked", async () => {
    const key = await keyUntil(new Date(Date.now() + 8_000));
    await untilOpen(key);
    await delay(8_500);
    const [status, ...others] = await statuses(key);
    assert.deepEqual([status, others], [401, []]);
  });

  test("a session and an API token that either control plane gave hold at both", async () => {
    for (let round = 0; round < 6; round += 1) {
      const person = await topology.signInAsOwner();
      for (let n = 0; n < 6; n += 1) await person.getMe({});
    }
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    for (let round = 0; round < 4; round += 1) {
      const body = { name: `token ${round}`, role: "developer" as const, projectId, expiresAt };
      assert.equal((await owner.createToken({ body })).expiresAt, expiresAt);
    }
  });

  test("each role tells how far its clock is off, also in its log", async () => {
    const off = await Promise.all(
      [...topology.controlPlanes, ...topology.workers].map(async ({ port, name }) => {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        const ready = (await (await fetch(`http://127.0.0.1:${port}/ready`)).json()) as { clockBehindSeconds: number };
        const log = await readFile(join(topology.dataDir, "logs", `${name}.log`), "utf8");
        const logged = /"behindSeconds":([-\d.]+).*the clock of this machine/.exec(log)?.[1];
        const measured = /^ferrule_clock_behind_seconds\{.*\} (\S+)$/m.exec(text)?.[1];
        return [measured, ready.clockBehindSeconds, logged].map((seconds) => Math.round(Number(seconds) / 10));
      }),
    );
    const [ahead, behind] = [Array<number>(3).fill(-60), Array<number>(3).fill(60)];
    assert.deepEqual(off, [ahead, behind, ahead, behind]);
  });

  /** An endpoint under this policy, deployed with the Function `echo` at `POST /echo`. */
  async function serve(slug: string, policy: Omit<Policy, "environment">) {
    const endpoint = await createEndpoint(owner, "http", slug);
    const params = { endpointId: endpoint.id };
    await owner.createHttpBinding({ params, body: { functionId, method: "POST", path: "/echo" } });
    await owner.replaceAuthPolicy({ params, body: { environment: "development", ...policy } });
    await deploy(owner);
    return { params, url: endpoint.urls.development };
  }
  const postTo = async (to: string, headers: Record<string, string>, body = '{"n":1}') => {
    const json = { "content-type": "application/json" };
    const answer = await fetch(`${to}/echo`, { method: "POST", headers: { ...json, ...headers }, body });
    await answer.arrayBuffer();
    return answer;
  };

  test("an access token opens wherever it was issued and renewed, and says when it was", async () => {
    const { params, url: at } = await serve("tokens", { caller: { mode: "oauth", oauth: {} } });
    const redirectUri = "http://127.0.0.1/callback";
    const program = { use: "person" as const, name: "P", environment: "development" as const };
    const { id } = await owner.createOauthClient({ params, body: { ...program, redirectUris: [redirectUri] } });
    const { origin } = new URL(at);
    const ask = async (form: Record<string, string>) => {
      const body = new URLSearchParams({ client_id: id, ...form });
      const answer = await fetch(`${origin}/oauth/token`, { method: "POST", body, headers: { connection: "close" } });
      assert.equal(answer.status, 200, await answer.clone().text());
      const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
      const claims = Buffer.from(tokens.access_token.split(".")[1]!, "base64url").toString();
      const { iat, exp } = JSON.parse(claims) as { iat: number; exp: number };
      assert.ok(Math.abs(iat - Date.now() / 1_000) < 5, `issued at ${iat}`);
      assert.equal(exp - iat, 600);
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const opened = await Promise.all(many.map(async () => (await postTo(at, headers)).status));
      assert.deepEqual([...new Set(opened)], [200]);
      return tokens;
    };
    for (let round = 0; round < 4; round += 1) {
      const verifier = randomBytes(32).toString("base64url");
      const asked = new URLSearchParams({
        response_type: "code",
        client_id: id,
        redirect_uri: redirectUri,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        resource: at,
      });
      const back = await allow(await topology.signInAsOwner(), `${origin}/oauth/authorize?${asked.toString()}`);
      const code = back.searchParams.get("code") ?? "";
      const proof = { code_verifier: verifier, redirect_uri: redirectUri };
      const { refresh_token } = await ask({ grant_type: "authorization_code", code, ...proof });
      const renewed = await ask({ grant_type: "refresh_token", refresh_token });
      await ask({ grant_type: "refresh_token", refresh_token: renewed.refresh_token });
    }
  });

  test("a signed webhook is taken in its window and refused outside, by either worker", async () => {
    const environment = "development" as const;
    const key = Buffer.from("a key of twenty-four byte");
    const value = `whsec_${key.toString("base64")}`;
    await owner.createSecret({ body: { name: "HOOK_KEY", environment, value } });
    const signature = { sender: "standard" as const, secrets: ["HOOK_KEY"], toleranceSeconds: 60 };
    const permissions = { secrets: ["HOOK_KEY"], hosts: [], collections: [], cache: false };
    const { url: at } = await serve("signed", { caller: { mode: "signature", signature }, permissions });
    const send = async (n: number, ageSeconds: number) => {
      const [id, time, body] = [
        randomBytes(8).toString("hex"),
        Math.floor(Date.now() / 1_000) - ageSeconds,
        `{"n":${n}}`,
      ];
      const signed = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64");
      const headers = { "webhook-id": id, "webhook-timestamp": String(time), "webhook-signature": `v1,${signed}` };
      return (await postTo(at, headers, body)).status;
    };
    for (const [ageSeconds, expected] of [
      [0, 200],
      [45, 200],
      [-45, 200],
      [90, 401],
      [-90, 401],
    ] as const) {
      const statuses = await Promise.all(many.map((n) => send(n, ageSeconds)));
      assert.deepEqual([...new Set(statuses)], [expected], `${ageSeconds} s old`);
    }
  });

  test("a quota of a day is one for both workers, and opens again at the end of the day", async () => {
    const quotas = [{ by: "tenant" as const, period: "day" as const, requests: 40 }];
    const { params, url: at } = await serve("quota", { caller: { mode: "api-key" }, limits: { quotas } });
    const key = await issueKey(owner, params.endpointId, { tenantId: "acme" });
    let taken = 0;
    for (let n = 0; n < 80; n += 1) {
      const { status, headers } = await postTo(at, { "x-api-key": key });
      if (status === 200) taken += 1;
      else assert.equal(status, 429);
      const opensIn = Number(/"tenant-day";r=\d+;t=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
      // Until the worker knows better, it says a second.
      if (opensIn === 1 && status === 200) continue;
      const dayMs = 86_400_000;
      const offBy = ((opensIn * 1_000 - (dayMs - (Date.now() % dayMs)) + 1.5 * dayMs) % dayMs) - dayMs / 2;
      assert.ok(Math.abs(offBy) < 60_000, `opens in ${opensIn} s`);
    }
    // If a worker does not learn the remaining quota in time, it grants one request.
    assert.ok(taken >= 36 && taken <= 42, `${taken} of 40`);
  });

  test("calls are counted in the minute and on the day at which they were made", async () => {
    const person = await topology.signInAsOwner();
    await openProject(person);
    const source = "export default (input: { n: number }) => input;";
    const { id } = await person.createFunction({ body: { slug: "counted", source } });
    const { id: counted, urls } = await createEndpoint(person, "http", "counted");
    const route = { functionId: id, method: "POST" as const, path: "/echo" };
    await person.createHttpBinding({ params: { endpointId: counted }, body: route });
    const key = await issueKey(person, counted);
    await deploy(person);
    await delay(1_000);
    const began = Date.now();
    const statuses = await Promise.all(many.map(() => postTo(urls.development, { "x-api-key": key })));
    assert.deepEqual([...new Set(statuses.map(({ status }) => status))], [200]);
    const ended = Date.now();
    const query = { environment: "development" as const };
    const days = await eventually(async () => {
      const { items } = await person.getUsage({ query: { ...query, from: "2000-01-01", to: "2100-01-01" } });
      return items.reduce((sum, { calls }) => sum + calls, 0) === many.length ? items : undefined;
    }, 20_000);
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
    for (const { day } of days) assert.ok(day === dayOf(began) || day === dayOf(ended), String(day));
    const { series, calls } = await person.getDashboard({ query: { ...query, window: "1h" } });
    assert.equal(calls, many.length);
    const minutes = series.filter((step) => step.calls > 0).map(({ at }) => Date.parse(at));
    for (const at of minutes) assert.ok(at > began - 61_000 && at <= ended, new Date(at).toISOString());
  });
});
