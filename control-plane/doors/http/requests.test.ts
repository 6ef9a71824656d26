import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, test } from "node:test";
import type { ErrorBody } from "@ferrule/contract/errors.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane, type SignedIn } from "../../testing/test-control-plane.ts";

async function refuses(answer: ReturnType<SignedIn["request"]>, status: number, code: string) {
  const { status: got, json, headers } = await answer;
  assert.deepEqual([got, json.error.code], [status, code]);
  assert.equal(json.error.requestId, headers.get("x-request-id"));
  assert.deepEqual(
    Object.keys(json.error).filter((key) => key !== "details"),
    ["code", "message", "requestId"],
  );
  return json.error;
}

/** The paths named by a validation error, sorted. */
const pathsOf = ({ details = {} }: ErrorBody) =>
  (details["issues"] as { path: string }[]).map(({ path }) => path).sort();

const postFunction = (session: SignedIn, csrf: string) =>
  session.request("/api/functions", { method: "POST", body: "{", headers: { "x-csrf-token": csrf } });

describe("what any request is answered", () => {
  const plane = duringTests(startTestControlPlane);
  const developer = duringTests(() => plane.session("developer"));
  const admin = duringTests(() => plane.session("admin"));

  const create = (body: unknown, headers: Record<string, string> = {}) =>
    admin.request("/api/projects", { method: "POST", body, headers });

  test("keeps a well-formed request id and replaces any other", async () => {
    const kept = await plane.request("/api/nothing", { headers: { "x-request-id": "Mine.1:2-3_4" } });
    assert.equal(kept.headers.get("x-request-id"), "Mine.1:2-3_4");
    const replaced = await plane.request("/api/nothing", { headers: { "x-request-id": "not well formed" } });
    assert.match(replaced.headers.get("x-request-id") ?? "", /^req_[0-9a-z]{24}$/);
  });

  test("404 in the one shape for an unknown path, 405 with Allow for a known one", async () => {
    await refuses(plane.request("/api/nothing"), 404, "NOT_FOUND");
    await refuses(plane.request("/api/projects/"), 404, "NOT_FOUND");
    await refuses(plane.request("/api/%zz"), 404, "NOT_FOUND");
    const wrong = plane.request("/api/projects", { method: "DELETE" });
    await refuses(wrong, 405, "METHOD_NOT_ALLOWED");
    assert.equal((await wrong).headers.get("allow"), "GET, HEAD, POST");
    await refuses(plane.request("/api/openapi.json", { method: "POST" }), 405, "METHOD_NOT_ALLOWED");
  });

  test("names each unknown field and query parameter, every problem at once, and echoes no value", async () => {
    const body = await refuses(create({ slug: "Not 4711", nope: 1, also: { deep: 1 } }), 400, "VALIDATION_ERROR");
    assert.deepEqual(pathsOf(body), ["body.also", "body.nope", "body.slug"]);
    assert.ok(!JSON.stringify(body).includes("4711"));
    const query = await refuses(developer.request("/api/projects?limit=0&nope=1"), 400, "VALIDATION_ERROR");
    assert.deepEqual(pathsOf(query), ["query.limit", "query.nope"]);
    await refuses(developer.request("/api/auth/me?nope"), 400, "VALIDATION_ERROR");
    await refuses(developer.request("/api/projects?limit=1&limit=2"), 400, "VALIDATION_ERROR");
  });

  test("names an unknown field inside one branch of a union", async () => {
    const endpoint = await admin.client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "tools" } });
    const error = await refuses(
      admin.request(`/api/runtime-endpoints/${endpoint.id}/auth-policies`, {
        method: "POST",
        body: { environment: "development", caller: { mode: "none" }, permissions: { nope: 1 } },
      }),
      400,
      "VALIDATION_ERROR",
    );
    assert.ok(pathsOf(error).includes("body.permissions.nope"), pathsOf(error).join());
  });

  test("400 for malformed JSON, broken UTF-8 and JSON nested too deeply", async () => {
    await refuses(create("{"), 400, "MALFORMED_JSON");
    await refuses(create("\u{feff}"), 400, "MALFORMED_JSON");
    const broken = await fetch(`${plane.url}/api/projects`, {
      method: "POST",
      headers: { ...admin.headers(), "content-type": "application/json" },
      body: Buffer.from([0x22, 0xff, 0x22]),
    });
    assert.equal(broken.status, 400);
    assert.equal(((await broken.json()) as { error: { code: string } }).error.code, "MALFORMED_JSON");
    await refuses(create("[".repeat(100_000) + "]".repeat(100_000)), 400, "VALIDATION_ERROR");
    await refuses(create("[]"), 400, "VALIDATION_ERROR");
    await refuses(create("null"), 400, "VALIDATION_ERROR");
    await refuses(create(undefined), 400, "VALIDATION_ERROR");
  });

  test("415 for another content type, charset or encoding", async () => {
    const body = JSON.stringify({ slug: "typed" });
    await refuses(create(body, { "content-type": "text/plain" }), 415, "UNSUPPORTED_MEDIA_TYPE");
    await refuses(create(body, { "content-type": "application/json; charset=latin1" }), 415, "UNSUPPORTED_MEDIA_TYPE");
    await refuses(create(body, { "content-encoding": "gzip" }), 415, "UNSUPPORTED_MEDIA_TYPE");
    assert.equal((await create(body, { "content-type": "Application/JSON; charset=UTF-8" })).status, 201);
  });

  test("413 above 2 MiB, whether the length is declared or not", async () => {
    const description = "x".repeat(2_097_153);
    await refuses(create({ slug: "big", description }), 413, "PAYLOAD_TOO_LARGE");
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let part = 0; part < 33; part += 1) controller.enqueue(Buffer.alloc(65_536, 32));
        controller.close();
      },
    });
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers: { ...admin.headers(), "content-type": "application/json" },
      body,
      duplex: "half",
    };
    const streamed = await fetch(`${plane.url}/api/projects`, init);
    assert.equal(streamed.status, 413);
  });

  test("404 for a path parameter that cannot be an identifier", async () => {
    await refuses(admin.request("/api/projects/%00", { method: "PATCH", body: {} }), 404, "NOT_FOUND");
    await refuses(admin.request(`/api/projects/${"x".repeat(129)}`, { method: "PATCH", body: {} }), 404, "NOT_FOUND");
    await refuses(admin.request("/api/projects/prj_none", { method: "PATCH", body: {} }), 404, "NOT_FOUND");
  });

  test("400 for a NUL in a query and for a cursor of another list", async () => {
    await refuses(admin.request("/api/audit-events?action=%00"), 400, "VALIDATION_ERROR");
    await admin.client.createProject({ body: { slug: "one-more" } });
    const { nextCursor } = await admin.client.listProjects({ query: { limit: 1 } });
    assert.ok(nextCursor);
    await refuses(admin.request(`/api/audit-events?cursor=${nextCursor}`), 400, "VALIDATION_ERROR");
    await refuses(admin.request(`/api/projects?status=active&cursor=${nextCursor}`), 400, "VALIDATION_ERROR");
    await refuses(admin.request("/api/projects?cursor=nonsense"), 400, "VALIDATION_ERROR");
    const forged = Buffer.from('["x"]').toString("base64url");
    await refuses(admin.request(`/api/projects?cursor=${forged}`), 400, "VALIDATION_ERROR");
  });

  test("the order of checks: scope before role, role before CSRF, CSRF before the body", async () => {
    const fresh = await plane.signIn(await plane.createUser("operator"));
    await refuses(plane.request("/api/functions", { method: "POST", body: "{" }), 401, "UNAUTHENTICATED");
    await refuses(postFunction(fresh, "wrong"), 409, "PROJECT_NOT_SELECTED");
    await refuses(postFunction(await plane.session("operator"), "wrong"), 403, "FORBIDDEN");
    await refuses(postFunction(developer, "wrong"), 403, "CSRF_INVALID");
    await refuses(postFunction(developer, developer.headers()["x-csrf-token"] ?? ""), 400, "MALFORMED_JSON");
  });

  test("answers of /api are not stored or sniffed, and what was read is answered without a body to HEAD", async () => {
    const { headers } = await developer.request("/api/auth/me");
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    const head = await developer.request("/api/auth/me", { method: "HEAD" });
    assert.deepEqual([head.status, head.text], [200, ""]);
  });

  test("answers what is no HTTP in the one shape, too", async () => {
    const { port } = new URL(plane.url);
    const text = await new Promise<string>((resolve, reject) => {
      let heard = "";
      const socket = connect(Number(port), "127.0.0.1", () => socket.write("BOO / HTTP/9\r\n\r\n"));
      socket.setEncoding("utf8").on("data", (chunk) => (heard += chunk));
      socket.on("end", () => resolve(heard)).on("error", reject);
    });
    assert.match(text, /^HTTP\/1\.1 400 /);
    assert.match(text, /x-request-id: req_/);
    assert.match(text, /"code":"VALIDATION_ERROR"/);
  });

  test("400 with a request id for a request without Host", async () => {
    const socket = connect(Number(new URL(plane.url).port), "127.0.0.1");
    socket.write("GET /api/auth/me HTTP/1.1\r\nx-request-id: hostless-1\r\nconnection: close\r\n\r\n");
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    assert.match(text, /^HTTP\/1\.1 400 /);
    assert.match(text, /^x-request-id: hostless-1\r$/m);
    assert.match(text, /"code":"VALIDATION_ERROR".*"requestId":"hostless-1"/);
  });

  test("health, readiness and metrics are answered on both listeners", async () => {
    for (const origin of [plane.url, plane.internalUrl]) {
      for (const path of ["/health", "/ready", "/metrics"]) {
        const answer = await fetch(origin + path);
        assert.equal(answer.status, 200, origin + path);
        assert.ok(answer.headers.get("x-request-id"));
        await answer.text();
      }
    }
    assert.equal((await fetch(`${plane.internalUrl}/api/projects`)).status, 404);
  });
});
