import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { connect } from "node:tls";
import type { Client } from "@ferrule/contract/client.ts";
import { connectToPeer, peerConnector } from "@ferrule/kit/peers/connect-to-peer.ts";
import { createEndpoint, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";
import { newRolePair, roleFiles, type RolePair } from "../role-certificates.ts";

async function shownAt(port: number, options: object = {}) {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
  await once(socket, "secureConnect");
  const shown = { version: socket.getProtocol(), print: socket.getPeerCertificate().fingerprint256 };
  socket.destroy();
  return shown;
}

const source = `/** Counts. */
  export default async function count(input: { name: string }, ctx: import("ferrule").Context) {
    const before = (await ctx.cache.get<number>(input.name)) ?? 0;
    await ctx.cache.set(input.name, before + 1, { ttlSeconds: 600 });
    return { count: before + 1 };
  }`;
/** Streams until something is counted under \`stop\`. */
const streaming = `import type { HttpContext } from "ferrule";
export default (_input: {}, ctx: HttpContext) => ctx.http.events((async function* () {
  for (let n = 0; typeof (await ctx.cache.get("stop")) !== "number"; n += 1) {
    yield { data: { n } };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  yield { data: "whole" };
})());`;

describe("roles that speak TLS with each other", { concurrency: false }, () => {
  let folder: string;
  let platform: TestPlatform;
  let owner: Client;
  let url: string;
  let toolUrl: string;
  let key: string;
  let toolKey: string;
  let files: ReturnType<typeof roleFiles>;
  let ports: number[];
  let first: RolePair;
  let second: RolePair;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ferrule-roles-"));
    [first, second] = [await newRolePair(), await newRolePair()];
    files = roleFiles(folder);
    await Promise.all([files.write(first), files.believe(first.cert, second.cert)]);
    platform = await startTestPlatform({ env: files.env });
    owner = await platform.signInAsOwner();
    await openProject(owner);
    const permissions = { secrets: [], hosts: [], collections: [], cache: true };
    const { id: functionId } = await owner.createFunction({ body: { slug: "count", source, permissions } });
    const { id: streamId } = await owner.createFunction({ body: { slug: "stream", source: streaming, permissions } });
    await owner.updateFunction({ params: { functionId: streamId }, body: { timeoutMs: 120_000 } });
    const http = await createEndpoint(owner, "http", "api");
    const mcp = await createEndpoint(owner, "mcp", "tools");
    const params = { endpointId: http.id };
    await owner.createHttpBinding({ params, body: { functionId, method: "POST", path: "/count" } });
    await owner.createHttpBinding({ params, body: { functionId: streamId, method: "GET", path: "/stream" } });
    const tool = { functionId, toolName: "count", description: "Counts." };
    await owner.createMcpBinding({ params: { endpointId: mcp.id }, body: tool });
    await deploy(owner);
    [url, toolUrl] = [http.urls.development, mcp.urls.development];
    [key, toolKey] = [await issueKey(owner, http.id), await issueKey(owner, mcp.id)];
    const { port } = platform.workers[0]!.listening;
    ports = [port, Number(new URL(platform.internalUrl).port), Number(new URL(platform.controlPlaneUrl).port)];
  });
  after(async () => {
    await platform?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (to: string, by: string, body: unknown) =>
    fetch(to, {
      method: "POST",
      headers: {
        "x-api-key": by,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(body),
    });
  const call = async (name: string) => (await post(`${url}/count`, key, { name })).json();
  const callTool = async (name: string) => {
    const asked = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "count", arguments: { name } } };
    const { result } = (await (await post(toolUrl, toolKey, asked)).json()) as { result: object };
    return (result as { structuredContent: unknown }).structuredContent;
  };
  const prints = () => Promise.all(ports.map(async (port) => (await shownAt(port)).print));
  const dial = (authority: string | undefined) => {
    const peer = `https://127.0.0.1:${ports[0]}`;
    const authorities = authority === undefined ? undefined : { current: authority };
    const dialled = { url: peer, token: platform.internalApiToken, authorities, timeoutMs: 3_000 };
    return connectToPeer({ url: peer }, peerConnector(dialled));
  };
  const hasLogged = (role: string, what: RegExp) =>
    eventually(
      async () => what.test(await readFile(join(platform.dataDir, "logs", `${role}.log`), "utf8")) || undefined,
      30_000,
    );

  test("build, serve and report calls, and show nothing without TLS", async () => {
    assert.deepEqual(await call("a"), { count: 1 });
    assert.deepEqual(await callTool("a"), { count: 2 });
    await eventually(async () => {
      const { items } = await owner.listExecutions({ query: { environment: "development" } });
      return (items.length === 2 && items.every(({ status }) => status === "succeeded")) || undefined;
    }, 10_000);
    for (const one of ports) {
      await assert.rejects(fetch(`http://127.0.0.1:${one}/ready`));
      await assert.rejects(shownAt(one, { maxVersion: "TLSv1.2" }));
      assert.equal((await shownAt(one)).version, "TLSv1.3");
    }
    (await dial(first.cert)).destroy();
    for (const strange of [undefined, second.cert]) await assert.rejects(dial(strange), /self-signed certificate/);
  });

  test("take a new certificate while an answer is streamed, which goes on and ends whole", async () => {
    const began = await prints();
    const stream = await fetch(`${url}/stream`, { headers: { "x-api-key": key } });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    assert.match((await reader.read()).value ?? "", /"n":0/);
    await files.write(second);
    await eventually(async () => {
      const shown = await prints();
      return shown.every((print, at) => print !== began[at]) || undefined;
    }, 25_000);
    assert.deepEqual(await callTool("b"), { count: 1 });
    assert.deepEqual(await call("stop"), { count: 1 });
    let text = "";
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value;
    assert.match(text, /data: "?whole"?\s+$/);
  });

  test("keep their certificate where the files hold an expired one, and say why", async () => {
    const began = await prints();
    await files.write(await newRolePair("127.0.0.1", -60));
    await hasLogged(
      "worker-1",
      /INTERNAL_TLS_CERT_FILE holds a certificate that expired at .*the old one stays in use/,
    );
    await hasLogged("control-plane", /INTERNAL_TLS_CERT_FILE holds a certificate that expired at/);
    assert.deepEqual(await prints(), began);
    assert.deepEqual(await call("c"), { count: 1 });
  });

  test("refuse who shows an expired certificate or one for another name, live on, and believe a new authority", async () => {
    const gatewayPid = platform.gateway.pid;
    // It restarts with the files' present content.
    process.kill(platform.workers[0]!.pid!, "SIGKILL");
    await hasLogged("gateway", /certificate has expired/);
    assert.equal((await post(`${url}/count`, key, { name: "d" })).status, 503);

    const [elsewhere, third] = [await newRolePair("127.0.0.9"), await newRolePair()];
    await Promise.all([files.write(elsewhere), files.believe(elsewhere.cert, third.cert)]);
    await hasLogged("gateway", /does not match certificate's altnames/);
    assert.equal((await post(`${url}/count`, key, { name: "d" })).status, 503);

    await files.write(third);
    const answered = await eventually(async () => {
      const answer = await post(`${url}/count`, key, { name: "d" });
      return answer.status === 200 ? answer.json() : undefined;
    }, 60_000);
    assert.deepEqual(answered, { count: 1 });
    assert.deepEqual(await callTool("d"), { count: 2 });
    assert.equal(platform.gateway.pid, gatewayPid);
    await hasLogged("gateway", /the file of authorities was replaced/);
  });
});
