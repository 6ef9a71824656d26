import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startTestControlPlane, type SignedIn } from "../../../testing/test-control-plane.ts";

const plane = duringTests(startTestControlPlane);
let owner: SignedIn;
let client: Client;
let functionId: string;
let endpointId: string;
before(async () => {
  const { id } = await plane.createProject();
  owner = await plane.session("owner", id);
  client = owner.client;
  functionId = (await client.createFunction({ body: { slug: "one", source: "export default () => 1;" } })).id;
  endpointId = (await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "tools" } })).id;
});

const source = "export default () => 1;";
let made = 0;
const slug = () => `s-${(made += 1)}`;
const marks = ["\u0007", "\u001b[31m", "\u0085", "\u202e", "\u2066", "\u200f", "\u061c", "\u007f"];
const breaks = ["\n", "\t", "\u2028"];

/** Every place that takes a single-line name. */
const lines: Record<string, (given: string) => Promise<unknown>> = {
  "a Project's name": (name) => client.createProject({ body: { slug: slug(), name } }),
  "a Function's name": (name) => client.createFunction({ body: { slug: slug(), name, source } }),
  "a Function's new name": (name) => client.updateFunction({ params: { functionId }, body: { name } }),
  "an endpoint's name": (name) => client.createRuntimeEndpoint({ body: { kind: "mcp", slug: slug(), name } }),
  "a tool's title": (title) =>
    client.createMcpBinding({
      params: { endpointId },
      body: { functionId, toolName: slug(), title, description: "It does." },
    }),
  "a cron's name": (name) => client.createCronBinding({ body: { functionId, name, schedule: "0 3 * * *" } }),
  "a user's name": (name) =>
    client.createUser({
      body: { email: `${slug()}@acme.example`, name, role: "developer", password: "twelve yellow ducks" },
    }),
  "an API key's name": (name) =>
    client.createApiKey({ params: { endpointId }, body: { name, environment: "development" } }),
  "a test case's name": (name) => client.createTestCase({ params: { functionId }, body: { name, input: {} } }),
};
const texts: Record<string, (given: string) => Promise<unknown>> = {
  "a Project's description": (description) => client.createProject({ body: { slug: slug(), description } }),
  "a tool's description": (description) =>
    client.createMcpBinding({ params: { endpointId }, body: { functionId, toolName: slug(), description } }),
  "an endpoint's instructions": (instructions) =>
    client.updateRuntimeEndpoint({ params: { endpointId }, body: { instructions } }),
};
const refused = { status: 400, code: "VALIDATION_ERROR" };

for (const [name, give] of Object.entries(lines)) {
  test(`${name} holds no control characters, line breaks or marks of direction`, async () => {
    for (const mark of [...marks, ...breaks]) await assert.rejects(give(`a${mark}b`), refused, JSON.stringify(mark));
    await give("Ünïcode, 日本語, עברית, 👩‍👩‍👧 & more");
  });
}
for (const [name, give] of Object.entries(texts)) {
  test(`${name} holds none of them but line breaks and tabs`, async () => {
    for (const mark of marks) await assert.rejects(give(`a${mark}b`), refused, JSON.stringify(mark));
    await give("one\r\n\ttwo\n");
  });
}

test("a deployment's message, an email and a manifest hold none of them", async () => {
  await assert.rejects(client.createDeployment({ body: { message: "a\u202eb" } }), refused);
  for (const mark of marks) {
    const body = {
      email: `a${mark}@acme.example`,
      name: "One",
      role: "developer" as const,
      password: "twelve yellow ducks",
    };
    await assert.rejects(client.createUser({ body }), refused);
  }
  const manifest = await client.getManifest({ params: { endpointId } });
  const endpoint = { ...manifest.endpoint, name: "a\u202eb" };
  await assert.rejects(
    client.previewManifest({
      params: { endpointId },
      body: { manifest: { ...manifest, digest: undefined, endpoint } },
    }),
    refused,
  );
});

test("what was kept before goes on: it is read, listed, changed elsewhere and exported so that it can be imported", async () => {
  const { id } = await client.createFunction({ body: { slug: slug(), source } });
  await client.createMcpBinding({
    params: { endpointId },
    body: { functionId: id, toolName: slug(), description: "x" },
  });
  const odd = "a\u202eb\u0007c";
  await plane.app.store.inInstallation(async ({ tx }) => {
    await sql`update functions set name = ${odd} where id = ${id}`.execute(tx);
    await sql`update runtime_endpoints set name = ${odd} where id = ${endpointId}`.execute(tx);
  });
  assert.equal((await client.getFunction({ params: { functionId: id } })).name, odd);
  assert.ok((await client.listFunctions({ query: {} })).items.some(({ name }) => name === odd));
  const changed = await client.updateFunction({ params: { functionId: id }, body: { description: "new" } });
  assert.equal(changed.name, odd);
  const manifest = await client.getManifest({ params: { endpointId } });
  assert.equal(manifest.endpoint.name, "abc");
  await client.previewManifest({ params: { endpointId }, body: { manifest } });
});

test("times are taken with and without fractions of a second, in UTC and with an offset", async () => {
  const tomorrow = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 86_400_000);
  const utc = tomorrow.toISOString();
  const offset = new Date(tomorrow.getTime() + 7_200_000).toISOString().replace(/\.000Z$/, "+02:00");
  for (const expiresAt of [utc, utc.replace(".000Z", "Z"), utc.replace(".000Z", ".0001234Z"), offset]) {
    const key = await client.createApiKey({
      params: { endpointId },
      body: { name: "k", environment: "development", expiresAt },
    });
    assert.equal(key.expiresAt, utc, expiresAt);
  }
  for (const expiresAt of [
    "2026-11-21",
    "2026-11-21T08:15",
    "2026-13-21T08:15:30Z",
    "2026-11-21 08:15:30Z",
    "tomorrow",
  ]) {
    const body = { name: "k", environment: "development" as const, expiresAt };
    await assert.rejects(client.createApiKey({ params: { endpointId }, body }), refused, expiresAt);
  }
  await client.listExecutions({ query: { from: "2026-11-21T08:15:30Z" } });
  await client.listAuditEvents({ query: { from: "2026-11-21T08:15:30+01:00", to: utc } });
});
