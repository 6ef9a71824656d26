import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { addRoute, addTool, createEndpoint, createFunction, deploy, issueKey, openProject } from "../deploy.ts";
import { aSecondMs, eventually } from "../eventually.ts";
import { ownerEmail, ownerPassword, shareTestPlatform } from "../platform.ts";
import { verifies } from "../verifies.ts";

interface Shape {
  error: { code: string; message: string; requestId: string; details?: { issues?: { path: string }[] } };
}

describe("bad input", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => platform.signInAsOwner());
  let cookie: string;
  let csrf: string;
  let cookiesOfSignIn: string[];
  let functionId: string;
  let mcp: { url: string; key: string };
  let http: { url: string; key: string };

  before(async () => {
    const project = await openProject(client);
    functionId = await createFunction(
      client,
      "sum",
      "export default async function sum(input: { a: number; b: number }) { return { sum: input.a + input.b }; }",
    );
    const mcpEndpoint = await createEndpoint(client, "mcp", "tools");
    const httpEndpoint = await createEndpoint(client, "http", "api");
    await addTool(client, mcpEndpoint.id, { functionId, toolName: "sum", description: "Adds." });
    await addRoute(client, httpEndpoint.id, { functionId, method: "POST", path: "/sum" });
    mcp = { url: mcpEndpoint.urls.development, key: await issueKey(client, mcpEndpoint.id) };
    http = { url: httpEndpoint.urls.development, key: await issueKey(client, httpEndpoint.id) };
    await deploy(client);
    const login = await fetch(`${platform.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: ownerEmail, password: ownerPassword }),
    });
    cookiesOfSignIn = login.headers.getSetCookie();
    cookie = cookiesOfSignIn.map((text) => text.split(";", 1)[0]).join("; ");
    csrf = ((await login.json()) as { csrfToken: string }).csrfToken;
    const select = await api("POST", `/api/projects/${project.id}/select`, {});
    cookie = select.cookies;
    csrf = (select.body as { csrfToken: string }).csrfToken;
  });

  async function api(
    method: string,
    path: string,
    options: { body?: string; headers?: Record<string, string>; bare?: boolean },
  ) {
    const headers: Record<string, string> = options.bare ? {} : { cookie, "x-csrf-token": csrf };
    if (options.body !== undefined) headers["content-type"] = "application/json";
    const response = await fetch(platform.url + path, {
      method,
      headers: { ...headers, ...options.headers },
      ...(options.body === undefined ? {} : { body: options.body }),
    });
    const text = await response.text();
    const requestId = response.headers.get("x-request-id");
    assert.ok(requestId, `${method} ${path} answers x-request-id`);
    const set = response.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
    return {
      status: response.status,
      body: (text === "" ? null : JSON.parse(text)) as unknown,
      requestId,
      cookies: set.join("; "),
    };
  }

  async function refused(answer: ReturnType<typeof api>, status: number, code: string): Promise<Shape["error"]> {
    const { status: got, body, requestId } = await answer;
    const { error } = body as Shape;
    assert.deepEqual([got, error?.code], [status, code], JSON.stringify(body));
    assert.equal(error.requestId, requestId);
    assert.ok(error.message.length > 0);
    return error;
  }

  test("a script can read the CSRF cookie of a sign-in and not the session's", () => {
    verifies("session.cookies", "session.signed-http-only", "users.login", "session.operations");
    const cookieOf = (name: string) => cookiesOfSignIn.find((text) => text.startsWith(`${name}=`)) ?? "";
    assert.match(cookieOf("ferrule_session"), /HttpOnly/i);
    assert.ok(cookieOf("ferrule_csrf"), "the CSRF cookie is there");
    assert.doesNotMatch(cookieOf("ferrule_csrf"), /HttpOnly/i);
  });

  test("the management API answers each kind of bad request with its code, in the one shape", async () => {
    verifies("errors.shape", "rules.error-shape", "rules.validate");
    await refused(api("POST", "/api/functions", { body: "{" }), 400, "MALFORMED_JSON");
    await refused(api("POST", "/api/functions", { body: "[]" }), 400, "VALIDATION_ERROR");
    const unknown = await refused(
      api("POST", "/api/functions", { body: JSON.stringify({ slug: "x", source: "y", nope: 1 }) }),
      400,
      "VALIDATION_ERROR",
    );
    assert.ok(
      unknown.details?.issues?.some((issue) => issue.path === "body.nope"),
      JSON.stringify(unknown),
    );
    const wrong = await refused(
      api("POST", "/api/functions", { body: JSON.stringify({ slug: "Not A Slug 4711", source: 5 }) }),
      400,
      "VALIDATION_ERROR",
    );
    assert.deepEqual(wrong.details?.issues?.map((issue) => issue.path).sort(), ["body.slug", "body.source"]);
    assert.ok(!JSON.stringify(wrong).includes("4711"), "the rejected value is not echoed");
    await refused(api("GET", "/api/functions?nope=1", {}), 400, "VALIDATION_ERROR");
    await refused(api("GET", "/api/functions?limit=201", {}), 400, "VALIDATION_ERROR");
    await refused(api("GET", "/api/functions?cursor=AAAA", {}), 400, "VALIDATION_ERROR");
    await refused(
      api("POST", "/api/functions", {
        body: "slug=x",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    );
    await refused(
      api("POST", "/api/functions", { body: JSON.stringify({ slug: "big", source: "x".repeat(3_000_000) }) }),
      413,
      "PAYLOAD_TOO_LARGE",
    );
    await refused(api("GET", "/api/functions/fn_000000000000000000000000", {}), 404, "NOT_FOUND");
    await refused(api("GET", "/api/functions/%00", {}), 404, "NOT_FOUND");
    await refused(api("GET", "/api/nothing", {}), 404, "NOT_FOUND");
    await refused(api("DELETE", "/api/auth/me", {}), 405, "METHOD_NOT_ALLOWED");
    await refused(api("GET", "/api/functions", { bare: true }), 401, "UNAUTHENTICATED");
    await refused(
      api("GET", "/api/functions", { bare: true, headers: { cookie: "ferrule_session=rubbish" } }),
      401,
      "UNAUTHENTICATED",
    );
    verifies("session.csrf-header", "rules.csrf");
    await refused(
      api("POST", "/api/projects", { body: `{"slug":"p"}`, bare: true, headers: { cookie } }),
      403,
      "CSRF_INVALID",
    );
    await refused(
      api("POST", "/api/projects", { body: `{"slug":"p"}`, headers: { "x-csrf-token": "wrong" } }),
      403,
      "CSRF_INVALID",
    );
    const text = JSON.stringify(await client.listFunctions({ query: {} }));
    assert.ok(!text.includes('"big"') && !text.includes('"x"'), "nothing of it was stored");
  });

  test("a stale revision changes nothing", async () => {
    const headers = { "if-match": '"999"' };
    await refused(
      api("PATCH", `/api/functions/${functionId}`, { body: `{"name":"Lost"}`, headers }),
      412,
      "REVISION_CONFLICT",
    );
    assert.notEqual((await client.getFunction({ params: { functionId } })).name, "Lost");
  });

  test("MCP answers bad messages as JSON-RPC says, and stays up", async () => {
    const post = async (body: string, headers: Record<string, string> = {}) => {
      const response = await fetch(mcp.url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": mcp.key, ...headers },
        body,
      });
      const text = await response.text();
      return {
        status: response.status,
        body: (text === "" ? null : JSON.parse(text)) as {
          id: unknown;
          error?: { code: number; data?: { requestId: string } };
        },
      };
    };
    const parse = await post("{");
    assert.deepEqual([parse.status, parse.body.error?.code, parse.body.id], [400, -32700, null]);
    const invalid = await post(`{"jsonrpc":"1.0","id":1,"method":"ping"}`);
    assert.deepEqual([invalid.status, invalid.body.error?.code], [400, -32600]);
    const unknown = await post(
      `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"nope","arguments":{}}}`,
    );
    assert.deepEqual([unknown.status, unknown.body.error?.code, unknown.body.id], [200, -32602, "a"]);
    const method = await post(`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`);
    assert.equal(method.body.error?.code, -32601);
    const large = await post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${"x".repeat(1_100_000)}"}}`);
    assert.equal(large.status, 413);
    assert.ok(large.body.error?.data?.requestId);
    const media = await post("hello", { "content-type": "text/plain" });
    assert.equal(media.status, 415);
    const wrongKey = await post(`{"jsonrpc":"2.0","id":1,"method":"ping"}`, { "x-api-key": http.key });
    assert.equal(wrongKey.status, 401);
    const get = await fetch(mcp.url, { headers: { "x-api-key": mcp.key } });
    assert.deepEqual([get.status, get.headers.get("allow")], [405, "POST"]);
    assert.equal((await post(`{"jsonrpc":"2.0","id":0,"method":"ping"}`)).status, 200);
  });

  test("a disabled endpoint and a revoked key are refused within a second", async () => {
    verifies("endpoints.disable", "policies.caller-and-permissions");
    const { items } = await client.listRuntimeEndpoints({ query: { kind: "http" } });
    const endpointId = items[0]?.id ?? "";
    const call = (key: string) =>
      fetch(`${http.url}/sum`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: `{"a":1,"b":2}`,
      });
    const within = (key: string, status: number) =>
      eventually(async () => {
        const response = await call(key);
        await response.arrayBuffer();
        return response.status === status ? true : undefined;
      }, aSecondMs);
    const issued = await client.createApiKey({
      params: { endpointId },
      body: { name: "short", environment: "development" },
    });
    await within(issued.value, 200);
    await client.deleteApiKey({ params: { endpointId, keyId: issued.id } });
    await within(issued.value, 401);
    await client.disableRuntimeEndpoint({ params: { endpointId } });
    await within(http.key, 403);
    await client.enableRuntimeEndpoint({ params: { endpointId } });
    await within(http.key, 200);
  });

  test("/internal cannot be reached through the gateway, and needs its token where it is", async () => {
    verifies("internal.manifest", "internal.token");
    for (const path of [
      "/internal/changes",
      "/internal/runtime-endpoints/x/manifest",
      "/api/../internal/changes",
      "/%69nternal/changes",
      "//internal/changes",
    ]) {
      const response = await fetch(platform.url + path);
      await response.arrayBuffer();
      assert.equal(response.status, 404, path);
    }
    const { items } = await client.listRuntimeEndpoints({ query: { kind: "mcp" } });
    const path = `${platform.internalUrl}/internal/runtime-endpoints/${items[0]?.id}/manifest?environment=development`;
    assert.equal((await fetch(path)).status, 401);
    const manifest = await fetch(path, { headers: { "x-internal-token": platform.internalApiToken } });
    assert.equal(manifest.status, 200);
    assert.match(await manifest.text(), /"digest"/);
  });

  test("every role answers /health, /ready and /metrics, on the public origin too", async () => {
    verifies("operations.health", "gateway.balances");
    for (const path of ["/health", "/ready", "/metrics"]) {
      const response = await fetch(platform.url + path);
      assert.equal(response.status, 200, path);
      assert.ok(response.headers.get("x-request-id"));
      await response.arrayBuffer();
    }
    for (const { listening } of [platform.controlPlane, ...platform.workers]) {
      for (const path of ["/health", "/ready", "/metrics"]) {
        const response = await fetch(`http://127.0.0.1:${listening.port}${path}`);
        assert.equal(response.status, 200, path);
        await response.arrayBuffer();
      }
    }
  });
});
