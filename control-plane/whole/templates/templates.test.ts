import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { sql } from "kysely";
import { startInProject } from "../../testing/start-in-project.ts";
import type { TestControlPlane } from "../../testing/test-control-plane.ts";
import { issuePaths, refusal } from "../../testing/refusal.ts";
import { catalogue } from "./catalogue.ts";
import { placeConstants } from "./template-source.ts";

let plane: TestControlPlane;
let client: Client;
let projectId: string;
before(async () => {
  ({ plane, projectId, client } = await startInProject("developer"));
});
after(() => plane[Symbol.asyncDispose]());

const endpointOf = (kind: "mcp" | "http", slug: string) => client.createRuntimeEndpoint({ body: { kind, slug } });
const named = (created: { kind: string; name: string }[]) => created.map(({ kind, name }) => `${kind} ${name}`);

test("the list says what each template would create, its parameters and the secrets it needs, without a Project too", async () => {
  const somebody = await plane.signIn(await plane.createUser("operator"));
  const { items, nextCursor } = await somebody.client.listTemplates({ query: {} });
  assert.deepEqual(
    items.map(({ id, scope }) => [id, scope]),
    [
      ["cache-counter", "both"],
      ["csv-to-json", "both"],
      ["feature-flags", "both"],
      ["github-issues", "both"],
      ["html-to-text", "both"],
      ["rate-limited-proxy", "both"],
      ["record-crud", "both"],
      ["record-digest", "project"],
      ["rest-call", "both"],
      ["scheduled-report", "project"],
      ["slack-message", "both"],
      ["webhook-receiver", "project"],
    ],
  );
  assert.equal(nextCursor, null);
  const restCall = items.find(({ id }) => id === "rest-call");
  assert.deepEqual(named(restCall?.contents ?? []), [
    "function call-rest-api",
    "runtime-endpoint rest-api",
    "mcp-binding call_rest_api",
  ]);
  assert.deepEqual(restCall?.requiredSecrets, ["API_TOKEN"]);
  const { properties } = restCall.parameters as { properties: Record<string, { default: unknown }> };
  assert.equal(properties["baseUrl"]?.default, "https://api.example.com");
  const first = await somebody.client.listTemplates({ query: { limit: 6 } });
  const rest = await somebody.client.listTemplates({ query: { limit: 6, cursor: first.nextCursor ?? "" } });
  assert.deepEqual([...first.items, ...rest.items], items);
});

test("installed into a Project it brings its Function and an endpoint with it, and tells which secrets are missing", async () => {
  const parameters = { baseUrl: "https://api.acme.example:8443/v2", secretName: "ACME_TOKEN" };
  const answer = await client.installTemplate({ body: { templateId: "rest-call", parameters } });
  assert.deepEqual(named(answer.created), [
    "runtime-endpoint rest-api",
    "function call-rest-api",
    "mcp-binding call_rest_api",
  ]);
  assert.deepEqual([answer.requiredSecrets, answer.missingSecrets], [["ACME_TOKEN"], ["ACME_TOKEN"]]);
  const drafted = await client.getFunction({ params: { functionId: answer.created[1]?.id ?? "" } });
  assert.deepEqual(
    [drafted.permissions.secrets, drafted.permissions.hosts],
    [["ACME_TOKEN"], ["api.acme.example:8443"]],
  );
  assert.match(drafted.source, /^const baseUrl = "https:\/\/api\.acme\.example:8443\/v2";$/m);
  assert.match(drafted.source, /^const secretName = "ACME_TOKEN";$/m);
});

test("names that are taken get a number, also a tool's; a route that is taken is a conflict and leaves nothing", async () => {
  const again = [];
  for (let n = 0; n < 2; n += 1) again.push(await client.installTemplate({ body: { templateId: "csv-to-json" } }));
  assert.deepEqual(
    again.map(({ created }) => named(created)),
    [
      ["runtime-endpoint csv", "function csv-to-json", "mcp-binding csv_to_json"],
      ["runtime-endpoint csv-2", "function csv-to-json-2", "mcp-binding csv_to_json"],
    ],
  );
  const mcp = await endpointOf("mcp", "both-tools");
  const params = { endpointId: mcp.id, templateId: "csv-to-json" };
  await client.installTemplateOntoEndpoint({ params, body: {} });
  const second = await client.installTemplateOntoEndpoint({ params, body: {} });
  assert.deepEqual(named(second.created), ["function csv-to-json-4", "mcp-binding csv_to_json_2"]);
  const http = await endpointOf("http", "hooks");
  const onto = { params: { endpointId: http.id, templateId: "feature-flags" }, body: {} };
  await client.installTemplateOntoEndpoint(onto);
  const before = (await client.listFunctions({ query: { limit: 200 } })).items.length;
  assert.equal((await refusal(client.installTemplateOntoEndpoint(onto))).code, "CONFLICT");
  assert.equal((await client.listFunctions({ query: { limit: 200 } })).items.length, before);
});

test("what it needs beside Functions comes with it: a data collection where there is none, grants, a cron", async () => {
  const installed = (templateId: string, parameters = {}) =>
    client.installTemplate({ body: { templateId, parameters } });
  const { created } = await installed("record-crud", { collection: "tasks" });
  assert.deepEqual(named(created), [
    "runtime-endpoint records",
    "data-collection tasks",
    "function create-record",
    "http-binding POST /tasks",
    "function read-record",
    "http-binding GET /tasks/{id}",
    "function list-records",
    "http-binding GET /tasks",
    "function update-record",
    "http-binding PUT /tasks/{id}",
    "function delete-record",
    "http-binding DELETE /tasks/{id}",
  ]);
  const params = { collectionId: created[1]?.id ?? "" };
  const grants = async () =>
    (await client.getDataCollection({ params })).grants.map(({ subject, access, environment }) => [
      subject.id,
      access,
      environment,
    ]);
  const functionIds = created.filter(({ kind }) => kind === "function").map(({ id }) => id);
  const accesses = ["write", "read", "read", "write", "write"];
  const given = functionIds.map((id, at) => [id, accesses[at], "development"]);
  assert.deepEqual(new Set(await grants()), new Set(given));
  const digest = await installed("record-digest", { collection: "tasks", timezone: "Europe/Berlin", hours: 168 });
  assert.deepEqual(named(digest.created), ["function digest-records", "cron-binding New records"]);
  const [called, scheduled] = digest.created.map(({ id }) => id);
  assert.deepEqual(new Set(await grants()), new Set([...given, [called, "read", "development"]]));
  const cron = await client.getCronBinding({ params: { cronBindingId: scheduled ?? "" } });
  assert.deepEqual(
    [cron.functionId, cron.environment, cron.schedule, cron.timezone, cron.tenantId, cron.enabled],
    [called, "development", "0 7 * * *", "Europe/Berlin", "default", true],
  );
  assert.notEqual(cron.nextRunAt, null);
  const { source } = await client.getFunction({ params: { functionId: called ?? "" } });
  assert.match(source, /^const hours = 168;$/m);
  const { items } = await client.listTemplates({ query: { limit: 200 } });
  assert.deepEqual(named(items.find(({ id }) => id === "record-digest")?.contents ?? []), [
    "data-collection items",
    "function digest-records",
    "cron-binding New records",
  ]);
});

test("webhooks come to an API of their own, which their sender's signature opens in both environments", async () => {
  const parameters = { sender: "stripe", secretName: "STRIPE_SECRET", toleranceSeconds: 60 };
  const body = { templateId: "webhook-receiver", parameters };
  const denied = await refusal(client.installTemplate({ body }));
  assert.deepEqual([denied.status, denied.code], [403, "FORBIDDEN"], "policies are for owners and admins");
  assert.match(denied.message, /creates a policy that lets a signature open an endpoint/);
  const listed = (await client.listTemplates({ query: { limit: 200 } })).items;
  assert.deepEqual(
    listed.filter(({ roles }) => !roles.includes("developer")).map(({ id, roles }) => [id, roles]),
    [["webhook-receiver", ["owner", "admin"]]],
  );
  assert.ok(listed.every(({ roles }) => !roles.includes("operator")));
  const admin = await plane.signInAs("admin", projectId);
  const answer = await admin.installTemplate({ body });
  assert.deepEqual(named(answer.created), [
    "runtime-endpoint stripe-webhooks",
    "function receive-webhook",
    "http-binding POST /webhooks",
  ]);
  assert.deepEqual([answer.requiredSecrets, answer.missingSecrets], [["STRIPE_SECRET"], ["STRIPE_SECRET"]]);
  const params = { endpointId: answer.created[0]?.id ?? "" };
  const { items } = await client.listAuthPolicies({ query: { limit: 200 } });
  const policies = items.filter(({ endpointId }) => endpointId === params.endpointId);
  assert.deepEqual(
    policies
      .toSorted((a, b) => a.environment.localeCompare(b.environment))
      .map(({ environment, caller }) => [environment, caller.mode, caller.signature?.sender]),
    [
      ["development", "signature", "stripe"],
      ["production", "signature", "stripe"],
    ],
  );
  assert.deepEqual(policies[0]?.caller.signature?.secrets, ["STRIPE_SECRET"]);
  const { items: routes } = await client.listHttpBindings({ params });
  assert.equal(routes[0]?.delivery?.maxAttempts, 12);
});

test("parameters are held to their schema, named by their paths", async () => {
  const paths = (templateId: string, parameters: Record<string, never>) =>
    issuePaths(client.installTemplate({ body: { templateId, parameters } }));
  const given = (parameters: object) => parameters as Record<string, never>;
  assert.deepEqual(await paths("csv-to-json", given({ delimiter: "x", nope: 1 })), [
    "body.parameters.delimiter",
    "body.parameters.nope",
  ]);
  for (const baseUrl of ["ftp://a.example", "https://user:pass@a.example", "not an address", 'https://a.example/?"']) {
    assert.deepEqual(await paths("rest-call", given({ baseUrl })), ["body.parameters.baseUrl"], baseUrl);
  }
  for (const parameters of [{ schedule: "0 0 31 2 *" }, { schedule: "every day" }, { timezone: "+02:00" }]) {
    const [name] = Object.keys(parameters);
    assert.deepEqual(await paths("scheduled-report", given(parameters)), [`body.parameters.${name}`]);
  }
  assert.deepEqual(await paths("feature-flags", given({ flags: { "a b": 1 } })), ["body.parameters.flags.a b"]);
});

test("what does not fit is refused: an unknown template, the wrong kind of endpoint, a role that may not", async () => {
  const http = await endpointOf("http", "of-its-own");
  const params = { endpointId: http.id, templateId: "webhook-receiver" };
  assert.equal((await refusal(client.installTemplateOntoEndpoint({ params, body: {} }))).code, "INVALID_STATE");
  assert.equal((await refusal(client.installTemplate({ body: { templateId: "none" } }))).status, 404);
  const operator = await plane.signInAs("operator", projectId);
  assert.equal((await refusal(operator.installTemplate({ body: { templateId: "csv-to-json" } }))).status, 403);
});

test("an installation is one audit event that tells all it created", async () => {
  const { created } = await client.installTemplate({ body: { templateId: "feature-flags" } });
  const { rows } = await plane.app.store.inInstallation(({ tx }) =>
    sql<{ targetId: string; changes: { created: object[] } }>`
      select target_id, changes from audit_events where action = 'template.install' order by sequence desc limit 1
    `.execute(tx),
  );
  assert.deepEqual([rows[0]?.targetId, rows[0]?.changes.created], ["feature-flags", created]);
});

test("a value is placed as a literal, whatever it holds", () => {
  const text = 'const a = "old";\nconst b: Record<string, number> = { x: 1 };\nexport default () => a;';
  const value = '"; throw new Error("$1 $& `${x}`\\u2028"); //\n';
  const placed = placeConstants(text, { a: value, b: { y: 2 } });
  const [first = "", second] = placed.split("\n");
  assert.equal(JSON.parse(first.slice("const a = ".length, -1)), value);
  assert.equal(second, 'const b: Record<string, number> = {"y":2};');
  assert.throws(() => placeConstants(text, { missing: 1 }), /no constant missing/);
});

test("every template can be shown and has a name of its own for a number to follow", () => {
  assert.equal(new Set(catalogue.map(({ id }) => id)).size, catalogue.length);
  for (const { parameters, contents } of catalogue) {
    const { endpoint, functions } = contents(parameters.parse({}) as never);
    for (const slug of [...(endpoint === null ? [] : [endpoint.slug]), ...functions.map((one) => one.slug)])
      assert.match(slug, /^[a-z][a-z0-9-]{0,49}$/);
  }
});
