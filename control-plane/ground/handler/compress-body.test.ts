import assert from "node:assert/strict";
import { request } from "node:http";
import { before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { operationNames, operations } from "@ferrule/contract/operations.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { encodingFor, mayCompress } from "./compress-body.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

interface Raw {
  status: number;
  encoding: string | undefined;
  vary: string | undefined;
  etag: string | undefined;
  body: Buffer;
}

describe("answers of the management API are compressed", () => {
  const plane = duringTests(startTestControlPlane);
  let cookie = "";
  before(async () => {
    const { id } = await plane.createProject();
    const { client, headers } = await plane.session("owner");
    await client.selectProject({ params: { projectId: id } });
    cookie = headers()["cookie"] ?? "";
  });

  /** `fetch` would decode the body. */
  const get = (path: string, acceptEncoding?: string) =>
    new Promise<Raw>((resolve, reject) => {
      const headers = { cookie, ...(acceptEncoding === undefined ? {} : { "accept-encoding": acceptEncoding }) };
      request(plane.url + path, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            encoding: response.headers["content-encoding"],
            vary: response.headers.vary,
            etag: response.headers.etag,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on("error", reject)
        .end();
    });

  test("in the encoding that the reader likes best, to the same text", async () => {
    const plain = await get("/api/openapi.json");
    assert.equal(plain.encoding, undefined);
    assert.equal(plain.vary, "accept-encoding");
    for (const [accepted, encoding, decode] of [
      ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
      ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
    ] as const) {
      const answer = await get("/api/openapi.json", accepted);
      assert.equal(answer.status, 200);
      assert.equal(answer.encoding, encoding);
      assert.ok(answer.body.length * 4 < plain.body.length, `${answer.body.length} of ${plain.body.length}`);
      assert.equal(decode(answer.body).toString(), plain.body.toString());
    }
  });

  test("but not what is small, what the reader cannot read, refusals, or what tells who is signed in", async () => {
    assert.equal((await get("/api/functions", "br")).encoding, undefined);
    assert.equal((await get("/api/openapi.json", "identity, br;q=0")).encoding, undefined);
    assert.equal((await get("/api/functions/fn_nothing", "br")).encoding, undefined);
    const me = await get("/api/auth/me", "br");
    assert.deepEqual([me.status, me.encoding, me.vary], [200, undefined, undefined]);
  });

  test("nothing that hands out a secret or a CSRF token is", () => {
    const handsOut = new Set<string>(operationNames.filter((name) => !mayCompress(operations[name])));
    for (const name of ["login", "loginWithLink", "getMe", "getSession", "createApiKey", "rotateApiKey", "createToken"])
      assert.ok(handsOut.has(name), name);
    for (const name of operationNames) {
      const entry = operations[name];
      if (!mayCompress(entry) || entry.response === null) continue;
      const names = Object.keys((entry.response as { shape?: object }).shape ?? {});
      // The key of a run is a name that its caller chose.
      const secrets = ["csrfToken", "token", "password", ...(entry.path.startsWith("/api/runs") ? [] : ["key"])];
      for (const secret of secrets) assert.ok(!names.includes(secret), name);
    }
  });

  test("an Accept-Encoding is read as RFC 9110 says", () => {
    for (const [accepted, encoding] of [
      [undefined, null],
      ["", null],
      ["identity", null],
      ["*", "br"],
      ["*;q=0", null],
      ["gzip;q=1.0, br;q=0.9", "gzip"],
      ["GZIP", "gzip"],
      ["br;q=nonsense", null],
      [`${"x,".repeat(10_000)}br`, null],
    ] as const)
      assert.equal(encodingFor(accepted), encoding, accepted ?? "none");
  });
});
