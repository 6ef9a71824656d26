import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { connect } from "node:tls";
import { connectToPeer, peerConnector } from "@ferrule/kit/peers/connect-to-peer.ts";
import { generate } from "selfsigned";
import { createEndpoint, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform } from "../platform.ts";

/** A certificate for this machine's own address, which is its own authority. */
async function newPair(): Promise<{ cert: string; key: string }> {
  const extensions = [{ name: "subjectAltName" as const, altNames: [{ type: 7 as const, ip: "127.0.0.1" }] }];
  const { cert, private: key } = await generate([{ name: "commonName", value: "roles" }], {
    keyType: "ec",
    extensions,
  });
  return { cert, key };
}

async function shownAt(port: number, options: object = {}) {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
  await once(socket, "secureConnect");
  const shown = { version: socket.getProtocol(), print: socket.getPeerCertificate().fingerprint256 };
  socket.destroy();
  return shown;
}

describe("roles that speak TLS with each other", { concurrency: false }, () => {
  test("build, serve and report calls, take a new certificate while they do, and show nothing without TLS", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ferrule-roles-"));
    const [first, second] = [await newPair(), await newPair()];
    const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem"), ca: join(folder, "ca.pem") };
    await Promise.all([
      writeFile(files.cert, first.cert),
      writeFile(files.key, first.key),
      writeFile(files.ca, `${first.cert}\n${second.cert}`),
    ]);
    const env = {
      INTERNAL_TLS_CERT_FILE: files.cert,
      INTERNAL_TLS_KEY_FILE: files.key,
      INTERNAL_TLS_CA_FILE: files.ca,
    };
    try {
      await using platform = await startTestPlatform({ env });
      const owner = await platform.signInAsOwner();
      await openProject(owner);
      const source = `/** Counts. */
        export default async function count(input: { name: string }, ctx: import("ferrule").Context) {
          const before = (await ctx.cache.get<number>(input.name)) ?? 0;
          await ctx.cache.set(input.name, before + 1, { ttlSeconds: 60 });
          return { count: before + 1 };
        }`;
      const permissions = { secrets: [], hosts: [], collections: [], cache: true };
      const { id: functionId } = await owner.createFunction({ body: { slug: "count", source, permissions } });
      const { id: endpointId, urls } = await createEndpoint(owner, "http", "api");
      const route = { functionId, method: "POST" as const, path: "/count" };
      await owner.createHttpBinding({ params: { endpointId }, body: route });
      await deploy(owner);
      const key = await issueKey(owner, endpointId);
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const call = async () =>
        (await fetch(`${urls.development}/count`, { method: "POST", headers, body: '{"name":"a"}' })).json();
      assert.deepEqual(await call(), { count: 1 });
      await eventually(async () => {
        const { items } = await owner.listExecutions({ query: { environment: "development" } });
        return items[0]?.status === "succeeded" || undefined;
      }, 10_000);

      const { port } = platform.workers[0]!.listening;
      const ports = [port, Number(new URL(platform.internalUrl).port), Number(new URL(platform.controlPlaneUrl).port)];
      for (const one of ports) {
        await assert.rejects(fetch(`http://127.0.0.1:${one}/ready`));
        await assert.rejects(shownAt(one, { maxVersion: "TLSv1.2" }));
        assert.equal((await shownAt(one)).version, "TLSv1.3");
      }
      const url = `https://127.0.0.1:${port}`;
      const asking = (authorities: string | undefined) =>
        connectToPeer({ url }, peerConnector({ url, token: platform.internalApiToken, authorities, timeoutMs: 3_000 }));
      (await asking(first.cert)).destroy();
      for (const strange of [undefined, second.cert]) await assert.rejects(asking(strange), /self-signed certificate/);

      const before = await shownAt(port);
      await Promise.all([writeFile(files.cert, second.cert), writeFile(files.key, second.key)]);
      await eventually(async () => {
        const prints = await Promise.all(ports.map(async (one) => (await shownAt(one)).print));
        return prints.every((print) => print !== before.print) || undefined;
      }, 25_000);
      assert.deepEqual(await call(), { count: 2 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
