import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Validator } from "@seriousme/openapi-schema-validator";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, createFunction, deploy, issueKey, ownerOfProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";
import { verifies } from "../verifies.ts";

/** The type refers to itself and to a shared type, so that its schema has references of its own. */
const source = `
interface Item { sku: string; /** @minimum 1 */ count: number; parts?: Item[] }
interface Input {
  /** Number of the order. */
  orderId: string;
  items: Item[];
  note?: string;
}
/** Changes an order. */
export default (input: Input): { orderId: string; first: Item | null } => ({
  orderId: input.orderId,
  first: input.items[0] ?? null,
});
`;
const search = "/** Finds orders. */ export default (input: { q: string; limit?: number }): string[] => [input.q];";

interface Document {
  servers: { url: string }[];
  security: object[];
  paths: Record<
    string,
    Record<string, { parameters: { name: string; in: string; required: boolean }[]; requestBody?: object }>
  >;
  components: { schemas: Record<string, unknown> };
}

/** Validates a document as OpenAPI 3.1 with an independent validator, and follows every reference in it. */
async function requireOpenapi(document: unknown): Promise<Document> {
  const validator = new Validator();
  const result = await validator.validate(document as Record<string, unknown>);
  assert.ok(result.valid, JSON.stringify(result.errors));
  assert.equal(validator.version, "3.1");
  const follow = (reference: string) =>
    reference
      .slice(2)
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"(#[^"]*)"/g)].map((match) => match[1] ?? "");
  for (const reference of references) assert.notEqual(follow(reference), undefined, reference);
  return document as Document;
}

describe("discovery", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  let mcp: { id: string; urls: { development: string } };
  let key: string;
  let http: { id: string; urls: { development: string } };
  const of = (endpointId: string, query: object = {}) => client.getDiscovery({ params: { endpointId }, query });

  before(async () => {
    mcp = await createEndpoint(client, "mcp", "tools");
    http = await createEndpoint(client, "http", "api");
    key = await issueKey(client, mcp.id);
    const change = await createFunction(client, "change-order", source);
    const find = await createFunction(client, "find-orders", search);
    const tool = { description: "Changes an order.", title: "Change", annotations: { idempotentHint: true } };
    const params = { endpointId: mcp.id };
    await client.createMcpBinding({ params, body: { functionId: change, toolName: "change_order", ...tool } });
    await client.createMcpBinding({ params, body: { functionId: find, toolName: "a_find", description: "Finds." } });
    const off = { functionId: find, toolName: "off", description: "Off.", enabled: false };
    await client.createMcpBinding({ params, body: off });
    for (const [functionId, method, path] of [
      [change, "PUT", "/orders/{orderId}"],
      [change, "POST", "/orders"],
      [find, "GET", "/orders"],
    ] as const) {
      await client.createHttpBinding({ params: { endpointId: http.id }, body: { functionId, method, path } });
    }
  });

  test("is empty before anything is deployed, and still a valid document", async () => {
    assert.deepEqual([await of(mcp.id), await of(http.id)], [{ tools: [] }, { routes: [] }]);
    for (const { id } of [mcp, http]) await requireOpenapi(await of(id, { format: "openapi-json" }));
  });

  test("of an MCP Endpoint is what tools/list answers its callers", async () => {
    verifies("endpoints.manifest-discovery");
    await deploy(client);
    const requestInit = { headers: { "x-api-key": key } };
    const caller = new McpClient({ name: "journey", version: "1.0.0" });
    await caller.connect(new StreamableHTTPClientTransport(new URL(mcp.urls.development), { requestInit }));
    const listed = await caller.listTools();
    await caller.close();
    assert.deepEqual(
      listed.tools.map(({ name }) => name),
      ["a_find", "change_order"],
    );
    assert.deepEqual(await of(mcp.id), JSON.parse(JSON.stringify({ tools: listed.tools })));
    assert.deepEqual(await of(mcp.id, { environment: "production" }), { tools: [] });
  });

  test("tells no output schema of tools whose calls a person may have to approve, as tools/list does not", async () => {
    const schemasOf = async () => {
      const own = await of(mcp.id);
      assert.ok("tools" in own);
      const tools = own.tools as { name: string; outputSchema?: object }[];
      return tools.map(({ name, outputSchema }) => [name, outputSchema !== undefined]);
    };
    const params = { endpointId: mcp.id };
    const hold = (names: string[]) => {
      const approvals = names.length === 0 ? [] : [{ names, by: { roles: ["owner" as const] } }];
      return client.replaceAuthPolicy({
        params,
        body: { environment: "development", caller: { mode: "api-key" }, approvals },
      });
    };
    await hold(["change_order"]);
    assert.deepEqual(await schemasOf(), [
      ["a_find", true],
      ["change_order", false],
    ]);
    await hold(["*"]);
    assert.deepEqual(new Set((await schemasOf()).map(([, has]) => has)), new Set([false]));
    await hold([]);
    assert.deepEqual(new Set((await schemasOf()).map(([, has]) => has)), new Set([true]));
  });

  test("of an HTTP API is its routes, and an OpenAPI document that says where each input goes", async () => {
    const own = await of(http.id);
    assert.ok("routes" in own);
    assert.deepEqual(
      (own.routes as { method: string; path: string }[]).map((one) => `${one.method} ${one.path}`),
      ["GET /orders", "POST /orders", "PUT /orders/{orderId}"],
    );
    const document = await requireOpenapi(await of(http.id, { format: "openapi-json" }));
    assert.deepEqual(document.servers, [{ url: http.urls.development }]);
    assert.deepEqual(document.security, [{ apiKey: [] }, { bearer: [] }]);
    const told = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { parameters, requestBody }]) => [
        `${method} ${path}`,
        parameters.map((one) => `${one.in} ${one.name}${one.required ? "" : "?"}`).join(", "),
        requestBody !== undefined,
      ]),
    );
    assert.deepEqual(told, [
      ["get /orders", "query q, query limit?", false],
      ["post /orders", "", true],
      ["put /orders/{orderId}", "path orderId", true],
    ]);
  });

  test("of an MCP Endpoint as OpenAPI is the one POST there is, with the arguments of each tool", async () => {
    const document = await requireOpenapi(await of(mcp.id, { format: "openapi-json" }));
    const path = new URL(mcp.urls.development).pathname;
    assert.deepEqual(
      Object.entries(document.paths).map(([at, operations]) => [at, Object.keys(operations)]),
      [[path, ["post"]]],
    );
    assert.deepEqual(Object.keys(document.components.schemas), [
      "Error",
      "find-orders_input",
      "change-order_input_Array",
      "change-order_input",
    ]);
    assert.match(JSON.stringify(document), /"const":"change_order"/);
  });

  test("has no other format", async () => {
    for (const format of ["openapi-yaml", "json", ""]) {
      await assert.rejects(of(http.id, { format }), { status: 400 }, format);
    }
  });
});
