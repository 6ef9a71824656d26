import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { createServer, request as httpRequest, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { generate } from "selfsigned";
import type { Client } from "@ferrule/contract/client.ts";
import { listen } from "@ferrule/kit/network/listen.ts";
import { startTestRegistry, type TestRegistry } from "@ferrule/worker/testing/test-registry.ts";
import { createEndpoint, createFunction, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";

/** A name that only the proxy can resolve: no name server knows `.test` (RFC 6761). */
const orders = "orders.example.test";
const registryName = "registry.example.test";
const password = "proxy-password-of-the-test";

/** A forward proxy (RFC 9110, 7.3.2 and 9.3.6) that maps the names in `ports` to 127.0.0.1 and refuses all others. */
function createProxy(ports: Map<string, number>, asked: string[]): Server {
  const authorization = `Basic ${Buffer.from(`ferrule:${password}`).toString("base64")}`;
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const url = URL.parse(request.url ?? "");
    const port = ports.get(url?.hostname ?? "");
    if (url === null || port === undefined || request.headers["proxy-authorization"] !== authorization) {
      response.writeHead(403).end();
      return;
    }
    const options = { host: "127.0.0.1", port, path: url.pathname, headers: { accept: request.headers.accept } };
    httpRequest(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
  proxy.on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    const port = ports.get((request.url ?? "").split(":")[0] ?? "");
    if (port === undefined || request.headers["proxy-authorization"] !== authorization) {
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const target = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    socket.on("error", () => target.destroy());
    target.on("error", () => socket.destroy());
  });
  return proxy;
}

const source = `
import { twice } from "twice";
/** Asks an address. */
export default async (input: { url: string }) => {
  try {
    return { text: twice(await (await fetch(input.url)).text()) };
  } catch (error) {
    return { text: (error as { code?: string }).code ?? (error as Error).message };
  }
};
`;

describe("an installation behind a proxy", () => {
  const asked: string[] = [];
  const ports = new Map<string, number>();
  const folder = mkdtempSync(join(tmpdir(), "ferrule-proxies-"));
  const servers: Server[] = [];
  let platform: TestPlatform;
  let registry: TestRegistry;
  let client: Client;
  let call: (url: string) => Promise<string | undefined>;
  let directPort: number;

  before(async () => {
    const { private: key, cert } = await generate([{ name: "commonName", value: orders }], {
      keySize: 2048,
      extensions: [
        { name: "basicConstraints", cA: true },
        { name: "subjectAltName", altNames: [{ type: 2, value: orders }] },
      ],
    });
    const certificate = join(folder, "company.pem");
    await writeFile(certificate, cert);
    const company = createTlsServer({ key, cert }, (_request, response) => response.end("order "));
    const direct = createServer((_request, response) => response.end("direct "));
    const proxy = createProxy(ports, asked);
    servers.push(company, direct, proxy);
    ports.set(orders, await listen(company, 0, "127.0.0.1"));
    directPort = await listen(direct, 0, "127.0.0.1");
    const proxyUrl = `http://ferrule:${password}@127.0.0.1:${await listen(proxy, 0, "127.0.0.1")}`;
    registry = await startTestRegistry();
    ports.set(registryName, Number(new URL(registry.url).port));
    await registry.publish({
      name: "twice",
      version: "1.0.0",
      files: { "index.js": "exports.twice = (text) => text + text;" },
    });
    platform = await startTestPlatform({
      env: {
        HTTP_PROXY: proxyUrl,
        HTTPS_PROXY: proxyUrl,
        NO_PROXY: `127.0.0.1:${directPort}`,
        NODE_EXTRA_CA_CERTS: certificate,
        NPM_REGISTRY_URL: `http://${registryName}`,
        EGRESS_ALLOW_PRIVATE: `127.0.0.1:${directPort}`,
      },
    });
    client = await platform.signInAsOwner();
    await openProject(client);
    await client.createLibrary({ body: { kind: "npm", name: "twice", version: "1.0.0" } });
    const http = await createEndpoint(client, "http", "asks");
    const apiKey = await issueKey(client, http.id);
    const hosts = [orders, `http://${orders}`, "nowhere.example.test", `http://127.0.0.1:${directPort}`, "10.0.0.1"];
    const functionId = await createFunction(client, "asks", source, hosts);
    const route = { functionId, method: "POST" as const, path: "/ask" };
    await client.createHttpBinding({ params: { endpointId: http.id }, body: route });
    await deploy(client);
    call = async (url) => {
      const headers = { "x-api-key": apiKey, "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify({ url }) };
      const response = await fetch(`${http.urls.development}/ask`, init);
      return ((await response.json()) as { text?: string }).text;
    };
  });
  after(async () => {
    await platform?.stop();
    await registry?.[Symbol.asyncDispose]();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test("has its packages from the registry by it", () => {
    assert.ok(
      asked.some((line) => line.startsWith(`GET http://${registryName}/twice`)),
      asked.join("\n"),
    );
  });

  test("lets Functions call by it, with the company's own certificates", async () => {
    assert.equal(await eventually(() => call(`https://${orders}/1`), 20_000), "order order ");
    assert.ok(asked.includes(`CONNECT ${orders}:443`));
  });

  test("calls directly what NO_PROXY names", async () => {
    const before = asked.length;
    assert.equal(await call(`http://127.0.0.1:${directPort}/`), "direct direct ");
    assert.equal(asked.length, before);
  });

  test("says what the proxy refused, and never lets it connect to a private address", async () => {
    assert.match(
      (await call("https://nowhere.example.test/")) ?? "",
      /the proxy answered 403 for nowhere\.example\.test/,
    );
    const before = asked.length;
    assert.equal(await call("https://10.0.0.1/"), "EGRESS_DENIED");
    assert.equal(asked.length, before);
  });

  test("tells nobody the proxy's password", async () => {
    const items = await eventually(async () => {
      const found = (await client.listExecutions({ query: { limit: 50 } })).items;
      return found.length >= 4 ? found : undefined;
    }, 20_000);
    assert.ok(!JSON.stringify(items).includes(password));
  });
});
