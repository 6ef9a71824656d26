import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { fetchManifest } from "../../doors/internal/testing/fetch-manifest.ts";
import { startScene, type Scene } from "../../doors/internal/testing/start-scene.ts";
import { issuePaths } from "../../testing/refusal.ts";
import { exported, inNewProject, push, told } from "./testing/pushing.ts";
import { putAway, serve, stateOf } from "./testing/previewing.ts";

let scene: Scene;
before(async () => {
  scene = await startScene({ holdMs: 300 });
});
afterEach(() => putAway(scene));
after(() => scene[Symbol.asyncDispose]());

type Binding = NonNullable<NonNullable<GivenProjectSource["endpoints"]>[number]["bindings"]>[number];

const resource = (name: string, over: object = {}): Binding => ({
  kind: "resource",
  name,
  uri: `docs://${name}`,
  content: { text: `# ${name}\r\n` },
  ...over,
});
const png = { content: { base64: Buffer.from([137, 80, 0, 255]).toString("base64") }, mimeType: "image/png" };
const order = { content: null, uri: "orders://{id}", function: "read" };
const greet: Binding = {
  kind: "prompt",
  name: "greet",
  arguments: [{ name: "who", required: true }],
  messages: [{ role: "user", text: "Greet {{who}}." }],
};
const sourceOf = (...bindings: Binding[]): GivenProjectSource => ({
  apiVersion: "ferrule/v1",
  functions: [{ slug: "read", name: "read", source: "export default () => 1;" }],
  endpoints: [{ kind: "mcp", slug: "desk", name: "Desk", bindings }],
});
const bindingsOf = async (client: Client) => (await exported(client)).endpoints[0]?.bindings;

test("a push writes resources and prompts, says each by its name, and finds them unchanged", async () => {
  const { client } = await inNewProject(scene.plane);
  const source = sourceOf(greet, resource("guide"), resource("logo", png), resource("order", order));
  const names = ["prompt:greet", "resource:guide", "resource:logo", "resource:order"];
  assert.deepEqual(
    told(await push(client, source)).filter((one) => one.startsWith("mcp-binding")),
    names.map((name) => `mcp-binding desk ${name} added`),
  );
  const again = await exported(client);
  assert.deepEqual((await push(client, again)).changes, []);
  const { client: other } = await inNewProject(scene.plane);
  await push(other, again);
  assert.deepEqual(await exported(other), again);
  const changed = sourceOf(greet, resource("guide", { content: { text: "new" } }), resource("order", order));
  assert.deepEqual(told(await push(client, changed, { delete: true })), [
    "mcp-binding desk resource:logo removed",
    "mcp-binding desk resource:guide changed content",
  ]);
});

test("a push may swap the URIs of two resources, but not give one that another keeps", async () => {
  const { client } = await inNewProject(scene.plane);
  await push(client, sourceOf(resource("a"), resource("b")));
  await push(client, sourceOf(resource("a", { uri: "docs://b" }), resource("b", { uri: "docs://a" })));
  assert.deepEqual(
    (await bindingsOf(client))?.map((one) => (one.kind === "resource" ? [one.name, one.uri] : [])),
    [
      ["a", "docs://b"],
      ["b", "docs://a"],
    ],
  );
  await assert.rejects(push(client, sourceOf(resource("c", { uri: "docs://a" }))), { status: 409, code: "CONFLICT" });
  await push(client, sourceOf(resource("c", { uri: "docs://a" })), { delete: true });
});

test("a push is refused where a resource or a prompt is not whole", async () => {
  const { client } = await inNewProject(scene.plane);
  const refused = async (...bindings: Binding[]) =>
    (await issuePaths(push(client, sourceOf(...bindings)))).map((path) => path.replace(/^.*bindings\./, ""));
  assert.deepEqual(await refused(resource("a", { content: null })), ["0.content"]);
  assert.deepEqual(await refused(resource("a", { function: "none", content: null })), ["0.function"]);
  assert.deepEqual(await refused(resource("a", { uri: "docs://a/../b" })), ["0.uri"]);
  assert.deepEqual(await refused(resource("a"), resource("b", { uri: "docs://a" })), ["1.uri"]);
  assert.deepEqual(await refused(resource("a"), resource("a")), ["1.name", "1.uri"]);
  assert.deepEqual(await refused({ ...greet, messages: [{ role: "user", text: "{{other}}" }] }), ["0.messages.0.text"]);
});

test("a manifest carries resources and prompts to another Project, with the same digest", async () => {
  const { client } = await inNewProject(scene.plane);
  await push(client, sourceOf(greet, resource("guide"), resource("logo", png), resource("order", order)));
  const endpointOf = async (of: Client) => (await of.listRuntimeEndpoints({ query: {} })).items[0]?.id ?? "";
  const manifest = await client.getManifest({ params: { endpointId: await endpointOf(client) } });
  const { client: other } = await inNewProject(scene.plane);
  await other.createRuntimeEndpoint({ body: { kind: "mcp", slug: "desk", name: "Desk" } });
  const params = { endpointId: await endpointOf(other) };
  const { digest } = await other.previewManifest({ params, body: { manifest } });
  await other.applyManifest({ params, body: { manifest, previewDigest: digest } });
  assert.deepEqual(await other.getManifest({ params }), manifest);
});

test("a preview serves the contents of its source, which no draft has", async () => {
  const { client } = await inNewProject(scene.plane);
  const source = sourceOf(resource("guide", { content: { text: "Only in the preview." } }), resource("order", order));
  const { answer } = await serve(scene, client, { source });
  assert.deepEqual([answer.status, answer.error], ["serving", null]);
  const { endpoints } = await fetchManifest(scene.worker(), (await stateOf(scene, answer.id))?.digest ?? "");
  const guide = endpoints[0]?.resources?.find(({ name }) => name === "guide");
  const { body } = await scene.worker().ask("listBundles", { digests: [guide?.contentDigest] });
  const [bundle] = body["bundles"] as { code: string }[];
  assert.deepEqual(JSON.parse(bundle?.code ?? ""), { text: "Only in the preview." });
});
