import assert from "node:assert/strict";
import {
  createHash,
  createHmac,
  generateKeyPairSync,
  hkdfSync,
  pbkdf2Sync,
  scryptSync,
  sign,
  verify,
} from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { invocationOf, testSandbox, valueOf } from "../../../running/sandbox/conformance/harness.ts";
import type { Sandbox } from "../../../running/sandbox/sandbox.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { draftOf, npmLibrary, startTestBuilds } from "../../../testing/test-builds.ts";

const builds = duringTests(startTestBuilds);
let sandbox: Sandbox;
const service = createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8").on("data", (part: string) => (text += part));
  request.on("end", () => {
    const { method, url } = request;
    response.writeHead(201, { "x-seen": String(request.headers["x-sent"]) }).end(JSON.stringify({ method, url, text }));
  });
});
let host: string;
before(async () => {
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  sandbox = await testSandbox({ egressAllowPrivate: [host] });
});
after(async () => {
  await sandbox?.[Symbol.asyncDispose]();
  service.close();
});

async function run(source: string, input: unknown = {}, names: string[] = []) {
  const permissions = { ...noPermissions, hosts: [`http://${host}`] };
  const libraries = names.map((name) => npmLibrary(name));
  const draft = draftOf(source, { permissions, libraries: names });
  const { functions, bundles } = await builds.builder.build([draft], { libraries });
  const [bundle] = bundles.values();
  assert.ok(bundle, JSON.stringify(functions[0]?.diagnostics));
  const given = { bundle: { digest: bundle.digest, load: async () => bundle }, inputJson: JSON.stringify(input) };
  return valueOf(await sandbox.invoke(invocationOf("", { ...given, grant: permissions, grantKey: "http" })));
}

describe("node:crypto", () => {
  test("hashes, authenticates and derives what Node does", async () => {
    const source = `import { createHash, createHmac, hkdfSync, pbkdf2Sync, scryptSync } from "node:crypto";
const hashes = ["md5", "sha1", "sha256", "SHA-512", "sha3-256", "ripemd160"];
export default () => [
  ...hashes.map((name) => createHash(name).update("é").update(new Uint8Array(3)).digest("hex")),
  createHmac("sha256", "key").update("data").digest("base64url"),
  pbkdf2Sync("password", "salt", 100, 20, "sha512").toString("hex"),
  scryptSync("password", "salt", 16, { N: 1024 }).toString("hex"),
  [...new Uint8Array(hkdfSync("sha256", "key", "salt", "info", 8))].join(),
];`;
    const hashes = ["md5", "sha1", "sha256", "SHA512", "sha3-256", "ripemd160"];
    assert.deepEqual(await run(source), [
      ...hashes.map((name) => createHash(name).update("é").update(new Uint8Array(3)).digest("hex")),
      createHmac("sha256", "key").update("data").digest("base64url"),
      pbkdf2Sync("password", "salt", 100, 20, "sha512").toString("hex"),
      scryptSync("password", "salt", 16, { N: 1024 }).toString("hex"),
      [...new Uint8Array(hkdfSync("sha256", "key", "salt", "info", 8))].join(),
    ]);
  });

  const pem = {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  } as const;
  const pairs = {
    rsa: generateKeyPairSync("rsa", { modulusLength: 2048, ...pem }),
    p256: generateKeyPairSync("ec", { namedCurve: "P-256", ...pem }),
    p521: generateKeyPairSync("ec", { namedCurve: "P-521", ...pem }),
    ed25519: generateKeyPairSync("ed25519", pem),
  };
  const signing = `import { createPublicKey, createSign, createVerify, sign, verify } from "node:crypto";
import { Buffer } from "node:buffer";
interface Input { kind: string; privateKey: string; publicKey: string; signature: string; forged: string }
export default ({ kind, privateKey, publicKey, signature, forged }: Input) => {
  const data = Buffer.from("data");
  const given = (text: string) => Buffer.from(text, "base64");
  if (kind === "ed25519") {
    const own = sign(null, data, privateKey);
    return [own.toString("base64"), verify(null, data, publicKey, given(signature)), verify(null, data, publicKey, given(forged)), createPublicKey(publicKey).asymmetricKeyType];
  }
  const own = createSign("RSA-SHA256").update(data).sign(privateKey, "base64");
  const check = (one: string) => createVerify("sha256").update(data).verify(publicKey, one, "base64");
  return [own, check(signature), check(forged), createPublicKey(publicKey).asymmetricKeyType];
};`;
  for (const [kind, { privateKey, publicKey }] of Object.entries(pairs))
    test(`signs with ${kind} what Node verifies, verifies what Node signed, and nothing else`, async () => {
      const algorithm = kind === "ed25519" ? null : "sha256";
      const data = Buffer.from("data");
      const signature = sign(algorithm, data, privateKey);
      const forged = Buffer.from(signature).fill(7, 20, 24);
      const input = {
        kind,
        privateKey,
        publicKey,
        signature: signature.toString("base64"),
        forged: forged.toString("base64"),
      };
      const [own, valid, wrong, type] = (await run(signing, input)) as [string, boolean, boolean, string];
      assert.deepEqual([valid, wrong], [true, false]);
      assert.equal(type, kind.startsWith("p") ? "ec" : kind);
      assert.ok(verify(algorithm, data, publicKey, Buffer.from(own, "base64")));
    });

  test("a key that is no key is refused in time, and one with a passphrase says so", async () => {
    const source = `import { createPrivateKey } from "node:crypto";
export default (input: { keys: string[] }) => input.keys.map((key) => {
  try { return createPrivateKey(key).type; } catch (error) { return (error as Error).message; }
});`;
    const pem = (label: string, bytes: Buffer) =>
      `-----BEGIN ${label}-----\n${bytes.toString("base64")}\n-----END ${label}-----`;
    const deep = Buffer.from("30800000".repeat(50_000), "hex");
    const keys = ["", "x".repeat(400_000), pem("PRIVATE KEY", deep), pem("ENCRYPTED PRIVATE KEY", Buffer.alloc(9))];
    const said = (await run(source, { keys })) as string[];
    assert.match(said[0] ?? "", /Keys of this form/);
    assert.match(said[1] ?? "", /Keys of this form/);
    assert.match(said[2] ?? "", /cannot be read|undefined|Cannot/);
    assert.match(said[3] ?? "", /passphrase/);
  });
});

test("node:http asks over fetch, within the grant, and a refused host is an error of the request", async () => {
  const files = {
    "index.js": `const http = require("http");
exports.ask = (url, body) => new Promise((resolve, reject) => {
  const request = http.request(url, { method: body ? "POST" : "GET", headers: { "X-Sent": "yes" } }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (part) => (text += part)).on("end", () => resolve([response.statusCode, response.headers["x-seen"], JSON.parse(text)]));
  });
  request.on("error", (error) => resolve([0, error.message.slice(0, 60), null]));
  request.end(body);
});`,
  };
  await builds.registry.publish({ name: "asks-http", version: "1.0.0", files });
  const source = `import { ask } from "asks-http";
export default async (input: { host: string }) => [
  await ask("http://" + input.host + "/a?b=1", "sent"), await ask("http://" + input.host + "/c"), (await ask("http://198.51.100.1/"))[0],
];`;
  assert.deepEqual(await run(source, { host }, ["asks-http"]), [
    [201, "yes", { method: "POST", url: "/a?b=1", text: "sent" }],
    [201, "yes", { method: "GET", url: "/c", text: "" }],
    0,
  ]);
});

test("a Function imports the typed stand-ins with and without node:, and their parts work together", async () => {
  const source = `import assert from "node:assert";
import { EventEmitter, once } from "events";
import path from "node:path";
import { toASCII } from "node:punycode";
import { parse } from "querystring";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "string_decoder";
import url, { fileURLToPath } from "node:url";
import util, { promisify } from "util";
import { Buffer } from "node:buffer";
export default async function use() {
  const events = new EventEmitter();
  const waited = once(events, "a");
  events.emit("a", 1);
  const parts: string[] = [];
  const upper = new Transform({ transform: (chunk, _encoding, done) => done(null, String(chunk).toUpperCase()) });
  await pipeline(Readable.from(["a", "b"]), upper, async (from: AsyncIterable<unknown>) => {
    for await (const one of from) parts.push(String(one));
  });
  let said = "";
  try { assert.deepStrictEqual({ a: 1 }, { a: "1" }); } catch (error) { said = (error as Error).name; }
  const twice = promisify((n: number, done: (error: null, value: number) => void) => done(null, n * 2));
  return [await waited, parts.join(""), said, await twice(2), path.join("a", "../b"), toASCII("ü.de"), parse("a=1"),
    new StringDecoder("utf8").write(Buffer.from([0xc3, 0xa9])), fileURLToPath("file:///a%20b"), url.parse("http://a:1/").port,
    util.format("%s", "a"), util.isDeepStrictEqual([1], [1]), Buffer.from("__8", "base64url").toString("base64url")];
}`;
  const expected = [[1], "AB", "AssertionError", 4, "b", "xn--tda.de", { a: "1" }, "é", "/a b", "1", "a", true, "__8"];
  assert.deepEqual(await run(source), expected);
});
