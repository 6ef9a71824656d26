import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { eventually } from "../eventually.ts";
import { createEndpoint, deploy, issueKey, openProject } from "../deploy.ts";
import { shareThreeWorkers } from "../platform.ts";
import { verifies } from "../verifies.ts";

/** Does the requested cache operation, and returns its result, or the error's code. */
const source = `
import { FunctionError, type Context } from "ferrule";
interface Step { do: "get" | "set" | "delete" | "setSecret" | "keySecret" | "setHuge" | "setDeep"; key?: unknown; value?: unknown; ttl?: unknown }
/** Works with the cache. */
export default async function work(input: { steps: Step[]; together?: boolean }, ctx: Context) {
  const run = async (step: Step): Promise<unknown> => {
    const key = step.key as string;
    const options = step.ttl === undefined ? undefined : { ttlSeconds: step.ttl as number };
    try {
      if (step.do === "get") return (await ctx.cache.get(key)) ?? "nothing";
      if (step.do === "delete") return await ctx.cache.delete(key);
      if (step.do === "setHuge") return await ctx.cache.set(key, "x".repeat(1_048_575));
      if (step.do === "setDeep") {
        let value: unknown = 1;
        for (let depth = 0; depth < 3_000; depth += 1) value = [value];
        return await ctx.cache.set(key, value);
      }
      if (step.do === "keySecret") return await ctx.cache.set("token " + (await ctx.secrets.get("TOKEN")), 1);
      const value = step.do === "setSecret" ? { token: "is " + (await ctx.secrets.get("TOKEN")) } : step.value;
      return (await ctx.cache.set(key, value, options)) ?? "set";
    } catch (error) {
      return error instanceof FunctionError ? error.code : String(error);
    }
  };
  if (input.together) return Promise.all(input.steps.map(run));
  const results: unknown[] = [];
  for (const step of input.steps) results.push(await run(step));
  return results;
}
`;

const secret = "a token/that is kept+sealed";

describe("a Function's cache", () => {
  const platform = duringTests(shareThreeWorkers);
  const client = duringTests(() => platform.signInAsOwner());
  let url: string;
  let projectId: string;
  const keys = new Map<string, string>();

  before(async () => {
    projectId = (await openProject(client)).id;
    const permissions = { secrets: ["TOKEN"], hosts: [], collections: [], cache: true };
    const { id: functionId } = await client.createFunction({ body: { slug: "work", source, permissions } });
    const { id: endpointId, urls } = await createEndpoint(client, "http", "api");
    await client.createHttpBinding({ params: { endpointId }, body: { functionId, method: "POST", path: "/work" } });
    for (const tenantId of ["a", "b"]) keys.set(tenantId, await issueKey(client, endpointId, { tenantId }));
    url = `${urls.development}/work`;
    await client.createSecret({ body: { name: "TOKEN", environment: "development", value: secret } });
    await deploy(client);
  });

  async function work(steps: object[], options: { tenantId?: string; together?: boolean } = {}): Promise<unknown[]> {
    return (await (await send(steps, options)).json()) as unknown[];
  }

  async function send(steps: object[], { tenantId = "a", together = false } = {}): Promise<Response> {
    const response = await fetch(url, {
      method: "POST",
      headers: { "x-api-key": keys.get(tenantId) ?? "", "content-type": "application/json" },
      body: JSON.stringify({ steps, together }),
    });
    assert.equal(response.status, 200, await response.clone().text());
    return response;
  }

  test("is shared by calls on every worker, and by no other tenant or environment", async () => {
    const value = { n: 1.5, list: [null, "ü"] };
    assert.deepEqual(await work([{ do: "set", key: "shared", value }]), ["set"]);
    for (let calls = 0; calls < 6; calls += 1) assert.deepEqual(await work([{ do: "get", key: "shared" }]), [value]);
    assert.deepEqual(
      await work(
        [
          { do: "get", key: "shared" },
          { do: "delete", key: "shared" },
        ],
        { tenantId: "b" },
      ),
      ["nothing", false],
    );
    const place = { environment: "development", tenantId: "a" } as const;
    const { items } = await client.listCacheEntries({ query: { ...place, prefix: "shared" } });
    assert.deepEqual(
      items.map(({ key, sizeBytes }) => [key, sizeBytes]),
      [["shared", Buffer.byteLength(JSON.stringify(value))]],
    );
    const production = { ...place, environment: "production" } as const;
    assert.deepEqual((await client.listCacheEntries({ query: production })).items, []);
    assert.deepEqual(
      await work([
        { do: "delete", key: "shared" },
        { do: "get", key: "shared" },
      ]),
      [true, "nothing"],
    );
  });

  test("a test of a draft has the same cache as what is deployed, in the tenant it is run for", async () => {
    await work([{ do: "set", key: "from a call", value: 7 }]);
    const functionId = (await client.listFunctions({ query: {} })).items[0]?.id ?? "";
    const input = { steps: [{ do: "get", key: "from a call" }] };
    const run = async (tenantId: string) =>
      (await client.testFunction({ params: { functionId }, body: { input, tenantId } })).output;
    assert.deepEqual([await run("a"), await run("b")], [[7], ["nothing"]]);
  });

  test("what a call asked of the platform is on its record, without a key, a value or a secret", async () => {
    const { headers } = await send([{ do: "set", key: "noted-key", value: "noted-value" }, { do: "keySecret" }]);
    const requestId = headers.get("x-request-id") ?? "";
    const { items } = await eventually(async () => {
      const listed = await client.listExecutions({ query: { requestId } });
      return listed.items.length > 0 ? listed : undefined;
    }, 30_000);
    const { gatewayMs, hostCalls, hostCallsOmitted } = await client.getExecution({
      params: { executionId: items[0]?.id ?? "" },
    });
    assert.ok(gatewayMs !== null && gatewayMs >= 0);
    assert.deepEqual(
      hostCalls.map(({ name, ok }) => [name, ok]),
      [
        ["cache.set", true],
        ["secrets.get", true],
        ["cache.set", false],
      ],
    );
    assert.equal(hostCallsOmitted, 0);
    assert.doesNotMatch(JSON.stringify(hostCalls), /noted|token|sealed/);
  });

  test("many calls at once in one call of a Function are each answered their own", async () => {
    const numbers = Array.from({ length: 60 }, (_, n) => n);
    const sets = numbers.map((n) => ({ do: "set", key: `many-${n}`, value: n }));
    assert.deepEqual(
      await work(sets, { together: true }),
      numbers.map(() => "set"),
    );
    const gets = numbers.map((n) => ({ do: "get", key: `many-${n}` }));
    assert.deepEqual(await work(gets, { together: true }), numbers);
  });

  test("what no entry can be is refused, and nothing is kept of it", async () => {
    const bad = [
      { do: "set", key: "", value: 1 },
      { do: "set", key: "x".repeat(257), value: 1 },
      { do: "set", key: "bad\nkey", value: 1 },
      { do: "set", key: 5, value: 1 },
      { do: "set", key: "bad", value: 1, ttl: 0 },
      { do: "set", key: "bad", value: 1, ttl: 1.5 },
      { do: "set", key: "bad", value: 1, ttl: 2_592_001 },
      { do: "set", key: "bad", value: 1, ttl: "60" },
      { do: "get", key: null },
      { do: "delete", key: { key: "bad" } },
      { do: "keySecret" },
    ];
    assert.deepEqual(
      await work(bad),
      bad.map(() => "VALIDATION_ERROR"),
    );
    assert.deepEqual(await work([{ do: "setHuge", key: "bad" }]), ["LIMIT_EXCEEDED"]);
    assert.deepEqual(
      await work([
        { do: "setDeep", key: "deep" },
        { do: "get", key: "bad" },
      ]),
      [null, "nothing"],
    );
    assert.deepEqual(await work([{ do: "set", key: "longest", value: 1, ttl: 2_592_000 }]), ["set"]);
    const { items } = await client.listCacheEntries({
      query: { environment: "development", tenantId: "a", prefix: "bad" },
    });
    assert.deepEqual(items, []);
  });

  test("an operator finds entries page by page, and is shown them without the secrets in them, which is audited", async () => {
    verifies("cache.inspect", "cache.reveal-audited");
    await work([
      { do: "setSecret", key: "inspect-1" },
      { do: "set", key: "inspect-2", value: "plain" },
      { do: "set", key: "inspect-3", value: "plain" },
    ]);
    const operator = await platform.signInAs("operator", client);
    await operator.selectProject({ params: { projectId } });
    const place = { environment: "development", tenantId: "a" } as const;
    const query = { ...place, prefix: "inspect-", limit: 2 };
    const first = await operator.listCacheEntries({ query });
    const second = await operator.listCacheEntries({ query: { ...query, cursor: first.nextCursor ?? "" } });
    assert.deepEqual(
      [first, second].map(({ items }) => items.map(({ key }) => key)),
      [["inspect-1", "inspect-2"], ["inspect-3"]],
    );
    assert.equal(second.nextCursor, null);
    const shown = await operator.revealCacheEntry({ body: { ...place, key: "inspect-1" } });
    assert.deepEqual(shown, { key: "inspect-1", value: { token: "[masked]" }, redactions: 1 });
    const { items } = await client.listAuditEvents({ query: { action: "cache-entry.reveal" } });
    assert.deepEqual(
      items.map(({ target, outcome }) => [target.name, outcome]),
      [["inspect-1", "success"]],
    );
    assert.ok(!JSON.stringify(items).includes(secret));
    await operator.deleteCacheEntry({ query: { ...place, key: "inspect-2" } });
    assert.deepEqual(
      await work([
        { do: "get", key: "inspect-2" },
        { do: "get", key: "inspect-3" },
      ]),
      ["nothing", "plain"],
    );
  });

  test("is refused to a call whose policy does not grant it, from one call to the next", async () => {
    const endpoint = (await client.listRuntimeEndpoints({ query: {} })).items[0];
    assert.ok(endpoint);
    const params = { endpointId: endpoint.id };
    const policy = { environment: "development", caller: { mode: "api-key" } } as const;
    const permissions = { secrets: [], hosts: [], collections: [], cache: false };
    await client.replaceAuthPolicy({ params, body: { ...policy, permissions } });
    const steps = [
      { do: "get", key: "any" },
      { do: "set", key: "any", value: 1 },
      { do: "delete", key: "any" },
    ];
    const until = Date.now() + 30_000;
    let answered = await work(steps);
    while (answered[0] !== "NOT_GRANTED" && Date.now() < until) answered = await work(steps);
    assert.deepEqual(answered, ["NOT_GRANTED", "NOT_GRANTED", "NOT_GRANTED"]);
    await client.replaceAuthPolicy({ params, body: { ...policy, permissions: "*" } });
  });
});
