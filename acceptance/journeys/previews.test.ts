import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { ServedPreview } from "@ferrule/contract/resources/preview.ts";
import { deploy, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform, type SharedPlatform } from "../platform.ts";

let platform: SharedPlatform;
let client: Client;
before(async () => {
  platform = await shareTestPlatform();
  client = await platform.signInAsOwner();
});
after(() => platform[Symbol.asyncDispose]());

const greeting = (word: string) => `export default (input: { name: string }): string => \`${word}, \${input.name}!\`;`;

const folder = (word: string): GivenProjectSource => ({
  apiVersion: "ferrule/v1",
  functions: [{ slug: "greet", name: "Greet", source: greeting(word) }],
  endpoints: [
    {
      kind: "http",
      slug: "api",
      name: "API",
      bindings: [{ kind: "http", function: "greet", method: "GET", path: "/greetings/{name}" }],
    },
    {
      kind: "mcp",
      slug: "tools",
      name: "Tools",
      bindings: [{ kind: "mcp", function: "greet", toolName: "greet", description: "Greets." }],
    },
  ],
});

const serve = (word: string, name = "dev") => client.servePreview({ params: { name }, body: { source: folder(word) } });
const ask = (path: string, key: string) => fetch(`${platform.url}${path}`, { headers: { "x-api-key": key } });
const pathOf = ({ addresses }: Pick<ServedPreview, "addresses">, endpoint: string) =>
  addresses.find((one) => one.endpoint === endpoint)?.path ?? "";

/** What a caller of the route gets. */
async function greeted(served: Pick<ServedPreview, "addresses">, key: string): Promise<unknown> {
  const answer = await ask(`${pathOf(served, "api")}/greetings/Ada`, key);
  return answer.status === 200 ? answer.json() : answer.status;
}

test("a folder is served beside Development as soon as its request returns, save after save, until it is ended", async () => {
  const project = await openProject(client);
  const first = await serve("Hello");
  const key = first.key ?? "";
  assert.deepEqual([first.status, await greeted(first, key)], ["serving", "Hello, Ada!"]);
  for (const word of ["Hi", "Moin", "Salut"]) {
    const next = await serve(word);
    assert.deepEqual([next.status, await greeted(next, key)], ["serving", `${word}, Ada!`]);
  }
  const development = await ask(`/http/development/${project.slug}/api/greetings/Ada`, key);
  assert.equal(development.status, 404);
  assert.deepEqual((await client.listFunctions({ query: {} })).items, []);
  assert.equal(await greeted(first, "fer_key_of-somebody-else"), 401);

  const broken = await client.servePreview({
    params: { name: "dev" },
    body: { source: { ...folder("Hi"), functions: [{ slug: "greet", name: "Greet", source: "export default 1 +;" }] } },
  });
  assert.deepEqual([broken.status, broken.diagnostics[0]?.function], ["failed", "greet"]);
  assert.equal(await greeted(first, key), "Salut, Ada!");

  const { key: other } = await client.rotatePreviewKey({ params: { name: "dev" } });
  await eventually(async () => ((await greeted(first, key)) === 401 ? true : undefined), 10_000);
  assert.equal(await greeted(first, other), "Salut, Ada!");
  await client.endPreview({ params: { name: "dev" } });
  await eventually(async () => ((await greeted(first, other)) === 404 ? true : undefined), 10_000);
});

test("a preview of a deployed Project differs from Development in what the folder changes, and in nothing else", async () => {
  const project = await openProject(client);
  const source = folder("Hello");
  const { digest } = await client.previewProjectSource({ body: { source } });
  await client.applyProjectSource({ body: { source, previewDigest: digest } });
  await deploy(client);
  const { items } = await client.listRuntimeEndpoints({ query: {} });
  const endpointId = items.find(({ slug }) => slug === "api")?.id ?? "";
  const { value } = await client.createApiKey({
    params: { endpointId },
    body: { name: "journey", environment: "development" },
  });
  const served = await serve("Servus", "pr-7");
  const inDevelopment = await ask(`/http/development/${project.slug}/api/greetings/Ada`, value);
  assert.equal(await inDevelopment.json(), "Hello, Ada!");
  // Development's own key opens the same endpoint of the preview.
  assert.equal(await greeted(served, value), "Servus, Ada!");
  assert.equal(await greeted(served, served.key ?? ""), "Servus, Ada!");
  assert.equal((await ask(`/http/development/${project.slug}/api/greetings/Ada`, served.key ?? "")).status, 401);
});
