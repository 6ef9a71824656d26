import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { listen } from "@ferrule/kit/network/listen.ts";
import type { Client } from "@ferrule/contract/client.ts";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { startTestControlPlane, type TestControlPlane } from "../../testing/test-control-plane.ts";

let plane: TestControlPlane;
let client: Client;
let issuer = "";
let publicJwk: JWK;
const documents = new Map<string, unknown>();
const server = createServer((request, response) => {
  const document = documents.get(request.url ?? "");
  if (document === "redirect") return response.writeHead(302, { location: "/keys" }).end();
  if (document === "hang up") return request.socket.destroy();
  if (document === undefined) return response.writeHead(404).end();
  return response.end(typeof document === "string" ? document : JSON.stringify(document));
});

before(async () => {
  issuer = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  publicJwk = await exportJWK((await generateKeyPair("ES256")).publicKey);
  plane = await startTestControlPlane({ egressAllowPrivate: [issuer.slice(7)] });
  client = (await plane.session("admin")).client;
});
after(async () => {
  await plane[Symbol.asyncDispose]();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const at = "/.well-known/openid-configuration";
const answered = (given: Record<string, unknown>) => {
  documents.clear();
  for (const [path, document] of Object.entries(given)) documents.set(path, document);
};
const steps = async (body: object = {}) =>
  (await client.testTokenIssuer({ body: { issuer, ...body } })).steps.map(({ step, outcome }) => `${step} ${outcome}`);
const problem = async (body: object = {}) =>
  (await client.testTokenIssuer({ body: { issuer, ...body } })).steps.find(({ outcome }) => outcome === "failed")
    ?.message;

test("says that all is well, by the metadata or by the address of the keys", async () => {
  answered({ [at]: { issuer, jwks_uri: `${issuer}/keys` }, "/keys": { keys: [publicJwk] } });
  assert.deepEqual(await steps(), ["discovery ok", "keys ok", "algorithms ok"]);
  answered({ "/keys": { keys: [publicJwk] } });
  const jwksUrl = `${issuer}/keys`;
  assert.deepEqual(await steps({ issuer: "https://elsewhere.example", jwksUrl }), [
    "discovery ok",
    "keys ok",
    "algorithms ok",
  ]);
  assert.deepEqual(await steps({ jwksUrl, algorithms: ["RS256", "ES384"] }), [
    "discovery ok",
    "keys ok",
    "algorithms failed",
  ]);
});

test("names each thing that is wrong", async () => {
  const keys = `${issuer}/keys`;
  const metadata = { issuer, jwks_uri: keys };
  const weak = { kty: "RSA", n: "AQAB".repeat(20), e: "AQAB" };
  const table: [Record<string, unknown>, RegExp][] = [
    [{}, /no metadata/],
    [{ [at]: "<html>" }, /no metadata/],
    [{ [at]: "redirect" }, /no metadata/],
    [{ [at]: "hang up" }, /broke the connection/],
    [{ [at]: { ...metadata, issuer: `${issuer}/` } }, /names another issuer/],
    [{ [at]: { issuer } }, /where its keys are/],
    [{ [at]: metadata }, /no set of keys/],
    [{ [at]: metadata, "/keys": { keys: {} } }, /no set of keys/],
    [{ [at]: metadata, "/keys": { keys: [] } }, /no public key/],
    [
      { [at]: metadata, "/keys": { keys: [weak, { ...publicJwk, d: "x" }, { kty: "oct", k: "x" }, null] } },
      /no public key/,
    ],
    [{ [at]: metadata, "/keys": { keys: Array.from({ length: 101 }, () => publicJwk) } }, /more than 100/],
    [{ [at]: metadata, "/keys": { keys: [{ ...publicJwk, use: "enc" }] } }, /No key is for RS256 or ES256/],
    [{ [at]: metadata, "/keys": "x".repeat(200_000) }, /too large/],
    [{ [at]: { ...metadata, jwks_uri: "file:///etc/passwd" } }, /private address/],
    [{ [at]: { ...metadata, jwks_uri: "http://127.0.0.1:1/keys" } }, /private address/],
  ];
  for (const [given, expected] of table) {
    answered(given);
    assert.match((await problem()) ?? "no problem", expected, JSON.stringify(given).slice(0, 100));
  }
  assert.match((await problem({ issuer: "https://10.0.0.1" })) ?? "", /private address/);
  assert.match((await problem({ issuer: "https://localhost:9" })) ?? "", /private address/);
});

test("only those who set policies may ask", async () => {
  const { request } = await plane.session("developer");
  assert.equal((await request("/api/auth-policies/test-issuer", { method: "POST", body: { issuer } })).status, 403);
});
