import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ArtifactEndpoint } from "@ferrule/contract/internal/artifact.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import type { z } from "zod";
import { fetchManifest } from "../../doors/internal/testing/fetch-manifest.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import { restScheduler } from "../../testing/rest-scheduler.ts";
import { artifactDigest } from "./artifacts/assemble-artifact.ts";
import { collectUnused } from "./artifacts/collect-unused.ts";

type Given = z.input<Operations["createMcpBinding"]["body"]>;

const scene = duringTests(() => startScene({ holdMs: 300 }));
before(async () => {
  await restScheduler(scene.app);
});

const offer = ({ client }: Author, endpointId: string, body: Given) =>
  client.createMcpBinding({ params: { endpointId }, body });
const handbook = { kind: "resource", toolName: "handbook", uri: "docs://handbook" } as const;
const greet = (over: object = {}): Given => ({
  kind: "prompt",
  toolName: "greet",
  messages: [{ role: "user", text: "Greet {{who}}." }],
  arguments: [{ name: "who" }],
  ...over,
});

/** Deploys the drafts; `inputSchema` is what a build derives for each Function. */
async function deploy(author: Author, inputSchema: Record<string, unknown> = { type: "object" }) {
  const worker = scene.worker();
  const { id } = await author.deploy();
  const job = await worker.claim(["build"]);
  assert.equal(job?.kind, "build");
  const derived = { inputSchema, outputSchema: null, description: "" };
  await worker.complete(job, await worker.build(job, () => ({ derived })));
  const done = await author.get(id);
  const endpoints = done.digest === null ? [] : (await fetchManifest(worker, done.digest)).endpoints;
  return { done, endpoint: endpoints[0] as ArtifactEndpoint, worker };
}

const bundleOf = async (digest: string) => {
  const { body } = await scene.worker().ask("listBundles", { digests: [digest] });
  return (body["bundles"] as { code: string; sourceMap: string }[])[0];
};

test("deploys resources and prompts, with contents that workers fetch as bundles", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("read-order");
  const endpointId = await author.addEndpoint("desk");
  const content = { text: "# Handbook\n" };
  const kept = await offer(author, endpointId, { ...handbook, content, priority: 0.5, audience: ["user"] });
  const order: Given = {
    kind: "resource",
    toolName: "order",
    uri: "orders://{id}",
    functionId,
    mimeType: "text/plain",
  };
  const read = await offer(author, endpointId, order);
  const prompt = await offer(author, endpointId, greet({ icons: [{ src: "https://example.com/a.png" }] }));
  const { done, endpoint } = await deploy(author, { type: "object", properties: { id: { type: "string" } } });
  assert.deepEqual([done.status, done.error], ["completed", null]);
  assert.deepEqual(
    done.changes.filter(({ kind }) => kind === "mcp-binding").map(({ name }) => name),
    ["desk: prompt:greet", "desk: resource:handbook", "desk: resource:order"],
  );
  const { contentDigest = "", ...resource } = endpoint.resources?.find(({ name }) => name === "handbook") ?? {};
  assert.deepEqual(resource, {
    bindingId: kept.id,
    functionId: null,
    name: "handbook",
    uri: "docs://handbook",
    title: null,
    description: "",
    enabled: true,
    priority: 0.5,
    audience: ["user"],
    contentSize: 11,
  });
  assert.deepEqual(
    endpoint.resources?.find(({ name }) => name === "order"),
    {
      bindingId: read.id,
      functionId,
      name: "order",
      uri: "orders://{id}",
      title: null,
      description: "",
      enabled: true,
      mimeType: "text/plain",
    },
  );
  assert.deepEqual(endpoint.prompts, [
    {
      bindingId: prompt.id,
      functionId: null,
      name: "greet",
      title: null,
      description: "",
      enabled: true,
      icons: [{ src: "https://example.com/a.png" }],
      messages: [{ role: "user", text: "Greet {{who}}." }],
      arguments: [{ name: "who", required: false }],
    },
  ]);
  const bundle = await bundleOf(contentDigest ?? "");
  assert.deepEqual([JSON.parse(bundle?.code ?? ""), bundle?.sourceMap], [content, ""]);
  const path = `/internal/runtime-endpoints/${endpointId}/manifest?environment=development`;
  const { body } = await scene.worker().call("GET", path);
  assert.deepEqual([body["resources"], body["prompts"]], [endpoint.resources, endpoint.prompts]);
});

test("tells what is kept as drafted and in each deployment, so that both can be compared", async () => {
  const author = await startAuthor(scene);
  const endpointId = await author.addEndpoint("compared");
  const { id } = await offer(author, endpointId, { ...handbook, content: { text: "One." } });
  const prompt = await offer(author, endpointId, greet());
  const { done: first } = await deploy(author);
  const endpoint = { endpointId };
  const changed = [{ role: "user" as const, text: "Greet {{who}} well." }];
  await author.client.updateMcpBinding({ params: { ...endpoint, bindingId: id }, body: { content: { text: "Two." } } });
  await author.client.updateMcpBinding({ params: { ...endpoint, bindingId: prompt.id }, body: { messages: changed } });
  const kept = async (bindingId: string, projectDeploymentId?: string) => {
    const { content, messages } = await author.client.getKeptContent({
      params: { bindingId },
      query: projectDeploymentId === undefined ? {} : { projectDeploymentId },
    });
    return content ?? messages;
  };
  assert.deepEqual([await kept(id, first.id), await kept(id)], [{ text: "One." }, { text: "Two." }]);
  assert.deepEqual(await kept(prompt.id), changed);
  assert.deepEqual(await kept(prompt.id, first.id), greet().messages);
  const { done: second } = await deploy(author);
  assert.deepEqual(await kept(id, second.id), { text: "Two." });
  const stranger = await startAuthor(scene);
  const missing = { code: "NOT_FOUND" };
  await assert.rejects(stranger.client.getKeptContent({ params: { bindingId: id } }), missing);
  await assert.rejects(
    stranger.client.getKeptContent({ params: { bindingId: id }, query: { projectDeploymentId: first.id } }),
    missing,
  );
  await assert.rejects(kept("mcb_none", first.id), missing);
});

test("leaves both out where an endpoint has none, so its digest stays", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("plain");
  const endpointId = await author.addEndpoint("tools");
  await author.bindTool(endpointId, functionId, "plain");
  const { done, endpoint, worker } = await deploy(author);
  assert.deepEqual(["resources" in endpoint, "prompts" in endpoint], [false, false]);
  assert.equal(
    Object.keys(endpoint.tools[0] ?? {})
      .sort()
      .join(),
    "annotations,bindingId,description,enabled,functionId,title,toolName",
  );
  assert.equal(artifactDigest(await fetchManifest(worker, done.digest)), done.digest);
});

test("says what clients lose: a resource that moves, a prompt that goes or needs more", async () => {
  const author = await startAuthor(scene);
  const endpointId = await author.addEndpoint("desk");
  const { id: moved } = await offer(author, endpointId, { ...handbook, content: { text: "a" } });
  const { id: asking } = await offer(author, endpointId, greet());
  const { id: gone } = await offer(author, endpointId, greet({ toolName: "gone" }));
  const key = { name: "A caller", environment: "development" } as const;
  await author.client.createApiKey({ params: { endpointId }, body: key });
  const editable = { kind: "resource" as const, toolName: "edited", uri: "docs://edited", content: { text: "a" } };
  const { id: edited } = await offer(author, endpointId, editable);
  await deploy(author);
  const change = (bindingId: string, body: object) =>
    author.client.updateMcpBinding({ params: { endpointId, bindingId }, body: { ...body, confirmRename: true } });
  await change(moved, { uri: "docs://guide" });
  await change(asking, { arguments: [{ name: "who", required: true }] });
  await change(edited, { content: { text: "b" } });
  await author.client.deleteMcpBinding({ params: { endpointId, bindingId: gone } });
  const { changes } = await author.client.previewDeployment({ query: { target: "development" } });
  assert.deepEqual(
    changes.map(({ name, change: what, fields, breaking }) => [name, what, fields, breaking]),
    [
      ["desk: prompt:gone", "removed", [], ["Prompt gone is removed."]],
      [
        "desk: prompt:greet",
        "changed",
        ["arguments"],
        ["Prompt greet needs the argument who, which it did not need before."],
      ],
      ["desk: resource:edited", "changed", ["content"], []],
      [
        "desk: resource:handbook",
        "changed",
        ["uri"],
        ["Resource handbook has another URI: docs://handbook is now docs://guide."],
      ],
    ],
  );
});

test("fails a deployment that a durable Function would answer with a run instead of a content", async () => {
  const author = await startAuthor(scene);
  const body = { slug: "slow", source: "export default () => 1;", run: "durable" as const };
  const { id: functionId } = await author.client.createFunction({ body });
  const endpointId = await author.addEndpoint("desk");
  await offer(author, endpointId, { ...handbook, functionId });
  const { done } = await deploy(author);
  assert.deepEqual([done.status, done.error?.code], ["failed", "RUN_INSTEAD_OF_CONTENT"]);
});

test("warns of templates that overlap, and of an input that no reader can give", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("read");
  const endpointId = await author.addEndpoint("desk");
  const at = (toolName: string, uri: string) =>
    offer(author, endpointId, { kind: "resource", toolName, uri, functionId });
  await at("one", "orders://{id}/items");
  await at("two", "orders://eu-{id}/{part}");
  await at("three", "orders://{id}/lines/{line}");
  const { done } = await deploy(author, {
    type: "object",
    properties: { id: { type: "string" }, part: { type: "string" }, region: { type: "string" } },
    required: ["region"],
    additionalProperties: false,
  });
  const warnings = done.log.filter(({ level }) => level === "warn").map(({ message }) => message);
  assert.ok(warnings.includes("desk: the templates of resources one and two may match the same URI."), warnings.join());
  assert.equal(warnings.filter((one) => one.includes("may match")).length, 1);
  assert.ok(
    warnings.includes("desk, resource three: Function read has no input named line, so every call will be refused."),
  );
  assert.ok(
    warnings.includes("desk, resource one: Function read needs an input named region, which no caller can give here."),
  );
});

test("keeps a content while a draft or an artifact has it, and removes it afterwards", async () => {
  const author = await startAuthor(scene);
  const endpointId = await author.addEndpoint("desk");
  const content = { text: `Only here: ${author.projectId}` };
  const { id: bindingId } = await offer(author, endpointId, { ...handbook, content });
  const digest = await scene.query(async (tx) => {
    const row = await tx
      .selectFrom("mcpBindings")
      .select("contentDigest")
      .where("id", "=", bindingId)
      .executeTakeFirst();
    return row?.contentDigest ?? "";
  });
  const collect = async () => {
    await scene.query((tx) => sql`update bundles set last_used_at = now() - interval '400 days'`.execute(tx));
    await collectUnused(scene.app);
    return (await bundleOf(digest)) !== undefined;
  };
  assert.equal(await collect(), true);
  await deploy(author);
  const params = { endpointId, bindingId };
  await author.client.updateMcpBinding({ params, body: { content: { text: "Another." } } });
  assert.equal(await collect(), true);
  await scene.query((tx) => sql`delete from artifact_parts where project_id = ${author.projectId}`.execute(tx));
  assert.equal(await collect(), false);
});

test("names resources and prompts in keys, rules, the discovery and the search", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  const endpointId = await author.addEndpoint("desk");
  await offer(author, endpointId, { ...handbook, content: { text: "x" }, title: "The handbook" });
  await offer(author, endpointId, greet());
  await deploy(author);
  const params = { endpointId };
  const key = (scopes: string[]) =>
    client.createApiKey({ params, body: { name: scopes.join(" "), environment: "development", scopes } });
  assert.deepEqual((await key(["resource:handbook", "prompt:greet"])).scopes, ["resource:handbook", "prompt:greet"]);
  await assert.rejects(key(["resource:"]), { code: "VALIDATION_ERROR" });
  await assert.rejects(key(["file:handbook"]), { code: "VALIDATION_ERROR" });
  const found = await client.getDiscovery({ params, query: { environment: "development" } });
  assert.deepEqual(found, {
    tools: [],
    resources: [{ uri: "docs://handbook", name: "handbook", title: "The handbook", mimeType: "text/plain", size: 1 }],
    prompts: [{ name: "greet", arguments: [{ name: "who", required: false }] }],
  });
  const { items } = await client.search({ query: { q: "docs://hand" } });
  assert.deepEqual(
    items.map(({ kind, name, endpointId: at }) => [kind, name, at]),
    [["resource", "handbook", endpointId]],
  );
});
