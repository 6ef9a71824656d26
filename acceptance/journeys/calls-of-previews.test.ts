import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { createEndpoint, deploy, executionOf, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareThreeWorkers, type TestPlatform } from "../platform.ts";

const work = `
import type { Context } from "ferrule";
const version = "draft";
interface Input { do: "version" | "wait" | "get" | "set" | "secret"; value?: string }
/** Does what it is told. */
export default async function work(input: Input, ctx: Context): Promise<string> {
  if (input.do === "wait") await new Promise((done) => setTimeout(done, 3_000));
  if (input.do === "get") return (await ctx.cache.get<string>("place")) ?? "nothing";
  if (input.do === "set") await ctx.cache.set("place", input.value ?? "");
  if (input.do === "secret") return (await ctx.secrets.get("TOKEN")) === "of development" ? "of development" : "another";
  return version + " in " + ctx.environment + " for " + ctx.tenantId;
}
`;

describe("calls of a preview, through gateway, workers and control plane", () => {
  let platform: TestPlatform;
  let client: Client;
  let source: ProjectSource;
  let endpointId: string;
  let slug: string;
  let previewKey: string;
  let tenantKey: string;
  let productionKey: string;

  const named = (version: string): ProjectSource => {
    const functions = source.functions.map((one) => ({
      ...one,
      source: one.source.replace('"draft"', `"${version}"`),
    }));
    // Without their policies, endpoints have those of Development.
    const endpoints = source.endpoints.map(({ policies: _policies, ...one }) => one);
    return { ...source, functions, endpoints };
  };
  const serve = (version: string, name = "pr-7", as = client) =>
    as.servePreview({ params: { name }, body: { source: named(version) } });
  const post = (path: string, body: object, key: string, more: Record<string, string> = {}) =>
    fetch(`${platform.url}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "x-api-key": key, "content-type": "application/json", ...more },
    });
  const at = (place: string) => `/http/${place}/${slug}/api/work`;
  async function ask(place: string, body: object, key = previewKey, more?: Record<string, string>): Promise<unknown> {
    const answer = await post(at(place), body, key, more);
    const said = (await answer.json()) as string | { error: { code: string } };
    return typeof said === "string" ? said : `${answer.status} ${said.error.code}`;
  }

  before(async () => {
    platform = await shareThreeWorkers();
    client = await platform.signInAsOwner();
    slug = (await openProject(client)).slug;
    const permissions = { secrets: ["TOKEN"], hosts: [], collections: [], cache: true };
    const { id: functionId } = await client.createFunction({ body: { slug: "work", source: work, permissions } });
    endpointId = (await createEndpoint(client, "http", "api")).id;
    const body = { functionId, method: "POST" as const, path: "/work", idempotency: "optional" as const };
    await client.createHttpBinding({ params: { endpointId }, body });
    for (const [environment, value] of [
      ["development", "of development"],
      ["production", "of production"],
    ] as const)
      await client.createSecret({ body: { name: "TOKEN", environment, value } });
    tenantKey = await issueKey(client, endpointId, { tenantId: "acme" });
    productionKey = await issueKey(client, endpointId, { environment: "production" });
    await deploy(client);
    source = (await client.getProjectSource({})).source;
    const served = await serve("first");
    assert.deepEqual([served.status, served.error, served.problems], ["serving", null, []]);
    previewKey = served.key ?? assert.fail("a new preview has a key");
  });
  after(() => platform?.stop());

  test("each save is what the next calls reach, on every worker; Development stays as it is", async () => {
    for (const version of ["second", "third", "fourth", "fifth", "sixth"]) {
      assert.equal((await serve(version)).status, "serving");
      const answers = await Promise.all(Array.from({ length: 24 }, () => ask("preview-pr-7", { do: "version" })));
      assert.deepEqual([...new Set(answers)], [`${version} in development for default`]);
    }
    assert.equal(await ask("development", { do: "version" }, tenantKey), "draft in development for acme");
    assert.equal((await client.listDeployments({ query: {} })).items.length, 1);
  });

  test("its key and Development's keys open it, and no other", async () => {
    assert.match(String(await ask("preview-pr-7", { do: "version" }, tenantKey)), /for acme$/);
    const refused = "401 API_KEY_INVALID";
    assert.equal(await ask("preview-pr-7", { do: "version" }, productionKey), refused);
    assert.equal(await ask("development", { do: "version" }, previewKey), refused);
    const other = await serve("other", "pr-8");
    assert.equal(await ask("preview-pr-7", { do: "version" }, other.key), refused);
    assert.match(String(await ask("preview-pr-8", { do: "version" }, other.key)), /^other in/);
    const { key } = await client.rotatePreviewKey({ params: { name: "pr-8" } });
    assert.match(String(await ask("preview-pr-8", { do: "version" }, key)), /^other in/);
    assert.equal(await ask("preview-pr-8", { do: "version" }, other.key), refused);
    await client.endPreview({ params: { name: "pr-8" } });
  });

  test("it has Development's secrets, a cache of its own for each tenant, and idempotency keys of its own", async () => {
    assert.equal(await ask("preview-pr-7", { do: "secret" }), "of development");
    const placed = [
      ["development", tenantKey],
      ["preview-pr-7", tenantKey],
      ["preview-pr-7", previewKey],
    ] as const;
    for (const [place, key] of placed) assert.equal(await ask(place, { do: "get" }, key), "nothing");
    for (const [n, [place, key]] of placed.entries()) await ask(place, { do: "set", value: `value ${n}` }, key);
    for (const [n, [place, key]] of placed.entries())
      assert.equal(await ask(place, { do: "get" }, key), `value ${n}`, `${place} ${n}`);
    const once = { "idempotency-key": "same-in-both" };
    const version = async (place: string) => await ask(place, { do: "version" }, tenantKey, once);
    assert.match(String(await version("development")), /^draft/);
    assert.doesNotMatch(String(await version("preview-pr-7")), /^draft/);
    assert.match(String(await version("development")), /^draft/);
  });

  test("an execution names its preview, and lists filter by it", async () => {
    const requestId = `preview-${Date.now()}`;
    await ask("preview-pr-7", { do: "version" }, previewKey, { "x-request-id": requestId });
    const { preview, environment, endpointId: through, tenantId } = await executionOf(client, requestId);
    assert.deepEqual([preview, environment, through, tenantId], ["pr-7", "development", endpointId, "default"]);
    const { items } = await client.listExecutions({ query: { preview: "pr-7", limit: 100 } });
    assert.ok(items.some((one) => one.requestId === requestId));
    assert.deepEqual([...new Set(items.map((one) => one.preview))], ["pr-7"]);
    assert.deepEqual((await client.listExecutions({ query: { preview: "pr-9" } })).items, []);
  });

  test("where callers sign in, only the preview's key opens, and nothing describes a sign-in", async () => {
    const oauth = { mode: "oauth" as const, oauth: { keys: false } };
    const body = { environment: "development" as const, caller: oauth };
    await client.replaceAuthPolicy({ params: { endpointId }, body });
    await serve("signed");
    const answer = await post(at("preview-pr-7"), { do: "version" }, tenantKey);
    assert.equal(answer.status, 401);
    assert.doesNotMatch(answer.headers.get("www-authenticate") ?? "", /resource_metadata/);
    assert.match(await answer.text(), /Nobody signs in to a preview/);
    assert.match(String(await ask("preview-pr-7", { do: "version" })), /^signed/);
    const resource = `/.well-known/oauth-protected-resource/http`;
    const statusOf = async (place: string) => (await fetch(`${platform.url}${resource}/${place}/${slug}/api`)).status;
    await eventually(async () => ((await statusOf("development")) === 200 ? true : undefined), 10_000);
    assert.equal(await statusOf("preview-pr-7"), 404);
    await client.replaceAuthPolicy({
      params: { endpointId },
      body: { environment: "development", caller: { mode: "api-key" } },
    });
    await serve("signed");
  });

  test("no other form of its address, and no other Project, reaches it", async () => {
    for (const place of ["preview-PR-7", "preview-", "preview-pr%2D7", "preview-..%2fdevelopment", "preview-pr-7-"])
      assert.match(String(await ask(place, { do: "version" })), /^404 /, place);
    const other = await platform.signInAsOwner();
    const { slug: otherSlug } = await openProject(other);
    const foreign = await post(`/http/preview-pr-7/${otherSlug}/api/work`, { do: "version" }, previewKey);
    assert.equal(foreign.status, 404);
    assert.deepEqual((await other.listExecutions({ query: { preview: "pr-7" } })).items, []);
  });

  test("a preview that ends lets its running calls finish; then its address is gone", async () => {
    await serve("last");
    const running = ask("preview-pr-7", { do: "wait" });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await client.endPreview({ params: { name: "pr-7" } });
    await eventually(
      async () => ((await ask("preview-pr-7", { do: "version" })) === "404 NOT_FOUND" ? true : undefined),
      10_000,
    );
    assert.match(String(await running), /^last in/);
    assert.equal(await ask("development", { do: "version" }, tenantKey), "draft in development for acme");
  });
});
