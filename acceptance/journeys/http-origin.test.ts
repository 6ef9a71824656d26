import assert from "node:assert/strict";
import { request } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { ApiError, type Client } from "@ferrule/contract/client.ts";
import { buildConsole } from "@ferrule/one-machine/build-console.ts";
import { createEndpoint, deploy, executionOf, issueKey, openProject } from "../deploy.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";

const session = `
import type { HttpContext } from "ferrule";
interface Input { domain?: string }
/** Counts visits. */
export default function visit(input: Input, ctx: HttpContext) {
  const visits = Number(ctx.http.request.cookies["visits"] ?? 0) + 1;
  const wide = input.domain === undefined ? [] : ["wide=1; Domain=" + input.domain];
  return ctx.http.respond({
    headers: { "set-cookie": ["visits=" + visits + "; Path=/; HttpOnly", "__Host-id=a%20b; Path=/", ...wide] },
    body: { visits, cookies: ctx.http.request.cookies, header: ctx.http.request.headers.cookie ?? null },
  });
}
`;
const response = `
export default () => {
  const headers = new Headers({ "content-type": "text/html" });
  headers.append("set-cookie", "a=1");
  headers.append("set-cookie", "b=2");
  return new Response("<p>" + "hello ".repeat(500), { headers });
};
`;

interface Answered {
  status: number;
  headers: Record<string, string | undefined>;
  cookies: string[];
  body: Buffer;
}

describe("HTTP APIs on an origin of their own", () => {
  let platform: TestPlatform;
  let client: Client;
  let project: { slug: string };
  let key: string;
  let endpointId: string;
  let urls: { development: string };

  before(async () => {
    // The console's build includes the reference page.
    await buildConsole(join(import.meta.dirname, "..", ".."));
    platform = await startTestPlatform({ env: { PUBLIC_APPS_URL: "http://*.apps.localhost:8080" } });
    client = await platform.signInAsOwner();
    project = await openProject(client);
    const endpoint = await createEndpoint(client, "http", "web");
    endpointId = endpoint.id;
    urls = endpoint.urls;
    const params = { endpointId };
    const { id: visit } = await client.createFunction({ body: { slug: "visit", source: session } });
    await client.createHttpBinding({ params, body: { functionId: visit, method: "GET", path: "/visit" } });
    const { id: page } = await client.createFunction({ body: { slug: "page", source: response } });
    await client.createHttpBinding({ params, body: { functionId: page, method: "GET", path: "/page" } });
    key = await issueKey(client, endpointId);
    await deploy(client);
  });
  after(() => platform?.[Symbol.asyncDispose]());

  /** Sends a request to the gateway like a browser that knows the name. */
  const ask = (host: string, path: string, more: Record<string, string> = {}) =>
    new Promise<Answered>((resolve, reject) => {
      const url = `http://127.0.0.1:${platform.port}/http/development/${project.slug}/web${path}`;
      request(url, { headers: { host, "x-api-key": key, ...more } }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on("data", (piece: Buffer) => pieces.push(piece));
        answer.on("end", () => {
          const { "set-cookie": cookies = [], ...headers } = answer.headers;
          const body = Buffer.concat(pieces);
          resolve({ status: answer.statusCode ?? 0, headers: headers as Answered["headers"], cookies, body });
        });
      })
        .on("error", reject)
        .end();
    });
  const own = () => `${project.slug}-development.apps.localhost`;

  test("the console shows their address, and their OpenAPI document too", async () => {
    const origin = `http://${own()}:8080`;
    assert.equal(urls.development, `${origin}/http/development/${project.slug}/web`);
    const { items } = await client.listEnvironments();
    assert.equal(items[0]?.urls.http, `${origin}/http/development/${project.slug}`);
    assert.match(items[0]?.urls.mcp ?? "", /^http:\/\/localhost:/);
    const query = { environment: "development", format: "openapi-json" } as const;
    const document = await client.getDiscovery({ params: { endpointId }, query });
    assert.deepEqual((document as unknown as { servers: object[] }).servers, [{ url: urls.development }]);
  });

  test("a Function reads and sets cookies there, and the console's host passes none", async () => {
    const first = await ask(own(), "/visit", { cookie: "visits=41; ferrule_session=stolen; q=%22x%22" });
    assert.deepEqual(JSON.parse(first.body.toString()), {
      visits: 42,
      cookies: { visits: "41", q: '"x"' },
      header: "visits=41; q=%22x%22",
    });
    // Over http, no browser would accept a cookie with this prefix.
    assert.deepEqual(first.cookies, ["visits=42; HttpOnly; SameSite=Lax; Path=/"]);
    const { logs } = await executionOf(client, first.headers["x-request-id"] ?? "");
    assert.match(JSON.stringify(logs), /A cookie is not sent: its prefix needs https/);
    const second = await ask(`localhost:${platform.port}`, "/visit", { cookie: "visits=41" });
    assert.deepEqual([JSON.parse(second.body.toString()).visits, second.cookies], [1, []]);
    assert.match(
      JSON.stringify((await executionOf(client, second.headers["x-request-id"] ?? "")).logs),
      /HTTP APIs have no host of their own here/,
    );
  });

  test("a cookie for more than the host is not sent, and the record has no cookie's value", async () => {
    for (const domain of ["localhost", "apps.localhost", ".apps.localhost"]) {
      const { cookies, headers } = await ask(own(), `/visit?domain=${domain}`, { cookie: "secret=hunter2" });
      assert.equal(cookies.length, 1);
      const { logs, input } = await executionOf(client, headers["x-request-id"] ?? "");
      assert.match(JSON.stringify(logs), /its Domain is not this host/);
      assert.doesNotMatch(JSON.stringify({ logs, input }), /hunter2/);
    }
  });

  test("a Response sets several, and its text is compressed on the way", async () => {
    const answer = await ask(own(), "/page", { "accept-encoding": "gzip" });
    assert.deepEqual(answer.cookies, ["a=1; SameSite=Lax", "b=2; SameSite=Lax"]);
    assert.deepEqual([answer.headers["content-encoding"], answer.headers["vary"]], ["gzip", "accept-encoding"]);
    assert.match(gunzipSync(answer.body).toString(), /^<p>hello hello/);
    assert.equal(Number(answer.headers["content-length"]), answer.body.length);
  });

  test("its reference page is served by the policy's word, and may ask this endpoint alone", async () => {
    assert.equal((await ask(own(), "/-/reference")).status, 404);
    const body = { environment: "development", caller: { mode: "api-key", documentation: "callers" } } as const;
    await client.replaceAuthPolicy({ params: { endpointId }, body });
    let page = await ask(own(), "/-/reference");
    for (const until = Date.now() + 20_000; page.status === 404 && Date.now() < until;) {
      page = await ask(own(), "/-/reference");
    }
    assert.deepEqual([page.status, page.headers["content-type"]], [200, "text/html; charset=utf-8"]);
    const policy = page.headers["content-security-policy"] ?? "";
    const address = `${own()}/http/development/${project.slug}/web`;
    assert.ok(policy.includes(`connect-src ${address} ${address}/`), policy);
    assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/);
    assert.doesNotMatch(page.body.toString(), new RegExp(project.slug));
    const document = JSON.parse((await ask(own(), "/-/openapi.json")).body.toString()) as { paths: object };
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
    assert.deepEqual(Object.keys(document.paths), ["/page", "/visit"]);
    assert.equal((await ask(own(), "/-/openapi.json", { "x-api-key": "fer_key_wrong" })).status, 401);
    const anywhere = { ...body, environment: "development", caller: { mode: "none" } } as const;
    await client.replaceAuthPolicy({ params: { endpointId }, body: anywhere });
  });

  test("an MCP Endpoint has none, and a route cannot stand in its place", async () => {
    const mcp = await createEndpoint(client, "mcp", "tools");
    const body = { environment: "development", caller: { mode: "api-key", documentation: "public" } } as const;
    const saysWhy = (sentence: string) => (error: unknown) =>
      error instanceof ApiError && JSON.stringify(error.details).includes(sentence);
    await assert.rejects(
      client.replaceAuthPolicy({ params: { endpointId: mcp.id }, body }),
      saysWhy("is allowed only for an HTTP API"),
    );
    const functionId = (await client.listFunctions({ query: {} })).items[0]?.id ?? "";
    const route = { functionId, method: "GET", path: "/-/reference" } as const;
    await assert.rejects(
      client.createHttpBinding({ params: { endpointId }, body: route }),
      saysWhy("must not begin with"),
    );
  });
});
