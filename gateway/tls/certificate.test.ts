import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { connect } from "node:tls";
import { fakeUpstream, metricsOf, testGateway, until } from "../testing.ts";
import { readAuthorities, readCertificate } from "@ferrule/kit/tls/certificate.ts";
import { ask, http2Client, makeCertificate, newPair, secureGateway } from "./testing.ts";

async function fingerprintAt(port: number): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

test("serves a new certificate without a restart, and keeps the old one while the files hold no pair", async (t) => {
  const files = await makeCertificate(t);
  let finish: (() => void) | undefined;
  const worker = await fakeUpstream(t, (_request, response) => (finish = () => void response.end("done")));
  const gateway = await secureGateway(
    t,
    { workers: [worker], settings: { certificate: files } },
    { certificateCheckMs: 20 },
  );
  const refused = async () => /certificate_refused\{.*\} (\d)/.exec(await metricsOf(gateway.url))?.[1];
  const expiry = async () => Number(/expiry_timestamp_seconds\{.*\} (\d+)/.exec(await metricsOf(gateway.url))?.[1]);
  const first = await fingerprintAt(gateway.port);
  assert.ok((await expiry()) > Date.now() / 1000);
  const running = ask(http2Client(t, gateway.port), { ":path": "/mcp/d/p/e" });
  await until(() => finish !== undefined);

  const next = await newPair();
  await writeFile(files.certFile, next.cert);
  await until(async () => (await refused()) === "1");
  assert.equal(await fingerprintAt(gateway.port), first);
  await rm(files.keyFile);
  assert.equal(await fingerprintAt(gateway.port), first);

  await writeFile(files.keyFile, next.private);
  await until(async () => (await fingerprintAt(gateway.port)) !== first);
  await until(async () => (await refused()) === "0");
  finish?.();
  assert.equal((await running).text, "done");
});

test("keeps a certificate that is believed where the files hold one that is not, until its time comes", async (t) => {
  const files = await makeCertificate(t);
  const gateway = await secureGateway(t, { settings: { certificate: files } }, { certificateCheckMs: 20 });
  const refused = async () => /certificate_refused\{.*\} (\d)/.exec(await metricsOf(gateway.url))?.[1];
  const write = async ({ cert, private: key }: Awaited<ReturnType<typeof newPair>>) => {
    await writeFile(files.certFile, cert);
    await writeFile(files.keyFile, key);
  };
  const first = await fingerprintAt(gateway.port);
  const expired = await newPair([-7_200, -3_600]);
  await write(expired);
  await until(async () => (await refused()) === "1");
  assert.equal(await fingerprintAt(gateway.port), first);
  await write(await newPair());
  await until(async () => (await refused()) === "0");
  const second = await fingerprintAt(gateway.port);
  assert.notEqual(second, first);
  await write(await newPair([4, 3_600]));
  await until(async () => (await refused()) === "1");
  assert.equal(await fingerprintAt(gateway.port), second);
  await until(async () => (await fingerprintAt(gateway.port)) !== second);
  assert.equal(await refused(), "0");

  // One who starts with nothing better shows it, so that those who dial say why they refuse it.
  await write(expired);
  const other = await secureGateway(t, { settings: { certificate: files } }, { certificateCheckMs: 20 });
  const shown = await fingerprintAt(other.port);
  await write(await newPair([-7_200, -60]));
  await until(async () => (await fingerprintAt(other.port)) !== shown);
});

test("does not start with files that hold no pair, and says why without their content", async (t) => {
  const [one, other] = [await makeCertificate(t), await makeCertificate(t)];
  const key = await readFile(one.keyFile, "utf8");
  const cases: [{ certFile: string; keyFile: string }, RegExp][] = [
    [{ certFile: one.certFile, keyFile: other.keyFile }, /does not belong/],
    [{ certFile: one.keyFile, keyFile: one.keyFile }, /TLS_CERT_FILE holds no certificate/],
    [{ certFile: one.certFile, keyFile: one.certFile }, /TLS_KEY_FILE holds no private key/],
    [{ certFile: `${one.certFile}.gone`, keyFile: one.keyFile }, /TLS_CERT_FILE cannot be read \(ENOENT\)/],
  ];
  for (const [certificate, message] of cases) {
    await assert.rejects(testGateway(t, { settings: { certificate } }), (error: Error) => {
      assert.match(error.message, message);
      assert.equal(error.message.includes(key.slice(40, 80)), false);
      return error.name === "CertificateError";
    });
  }
  const { expiresAt } = await readCertificate(one);
  assert.ok(expiresAt > Date.now());
});

test("does not start unless every authority in the file can be read", async (t) => {
  const { certFile, keyFile } = await makeCertificate(t);
  const [one, key] = await Promise.all([readFile(certFile, "utf8"), readFile(keyFile, "utf8")]);
  const torn = one.replace(/(\n[^\n]+){2}(?=\n-----END)/, "");
  const cases: [string, RegExp][] = [
    ["", /^INTERNAL_TLS_CA_FILE holds no certificate in PEM\.$/],
    [key, /holds no certificate/],
    [`${one}\n${torn}\n${one}`, /cannot be read, the one at place 2\.$/],
    [`${one}\n${one.slice(0, -40)}`, /holds a certificate without its end/],
    [`${one.slice(0, -40)}\n${one}`, /cannot be read, the one at place 1/],
  ];
  for (const [text, message] of cases) {
    await writeFile(certFile, text);
    await assert.rejects(testGateway(t, { settings: { authoritiesFile: certFile } }), {
      name: "CertificateError",
      message,
    });
  }
  // Files of authorities have comments between the certificates, and lines as Windows ends them.
  const bundle = `# One\n${one}\n# The other\n${one}`.replaceAll(/\r?\n/g, "\r\n");
  await writeFile(certFile, bundle);
  assert.equal(await readAuthorities("INTERNAL_TLS_CA_FILE", certFile), bundle);
});

test("sends no Strict-Transport-Security for http, or a port of its own", async (t) => {
  for (const publicUrl of ["http://ferrule.internal", "https://ferrule.internal:8443"]) {
    const gateway = await testGateway(t, { settings: { publicUrl } });
    assert.equal((await fetch(`${gateway.url}/health`)).headers.get("strict-transport-security"), null);
  }
  const gateway = await testGateway(t, {});
  assert.equal((await fetch(`${gateway.url}/health`)).headers.get("strict-transport-security"), "max-age=31536000");
});
