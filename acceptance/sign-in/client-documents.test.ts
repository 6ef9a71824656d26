import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { startTestControlPlane, type TestControlPlane } from "@ferrule/control-plane/testing/test-control-plane.ts";
import { listen } from "@ferrule/kit/network/listen.ts";
import { fetchClientDocument } from "@ferrule/control-plane/serving/oauth/clients/fetch-client-document.ts";
import { oauthOf, openSignIn } from "@ferrule/control-plane/serving/oauth/testing/oauth-of.ts";
import { aSecondMs, eventually } from "../eventually.ts";
import { startClientDocument, type ClientDocumentServer } from "./client-document.ts";

const redirectUri = "http://127.0.0.1:9/callback";
const documents: Record<string, (origin: string) => unknown> = {
  "/good?in-time": (origin) => ({ client_id: `${origin}/good?in-time`, redirect_uris: [redirectUri] }),
  "/good": (origin) => ({ client_id: `${origin}/good`, redirect_uris: [redirectUri], client_name: "Good" }),
  "/other-id": (origin) => ({ client_id: `${origin}/good`, redirect_uris: [redirectUri] }),
  "/no-redirects": (origin) => ({ client_id: `${origin}/no-redirects`, redirect_uris: [] }),
  "/script": (origin) => ({ client_id: `${origin}/script`, redirect_uris: ["javascript:alert(1)"] }),
  "/secret": (origin) => ({
    client_id: `${origin}/secret`,
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "client_secret_basic",
  }),
  "/list": () => [],
  "/null": () => null,
};

describe("metadata documents of clients", () => {
  let server: ClientDocumentServer;
  let plane: TestControlPlane;
  let oauth: ReturnType<typeof oauthOf>;
  let place: Awaited<ReturnType<typeof openSignIn>>;
  const asked: string[] = [];
  const certificates = getCACertificates("default");

  const json = { "content-type": "application/json" };
  const odd: Record<string, RequestListener> = {
    "/redirects": (_request, response) => response.writeHead(302, { location: "/good" }).end(),
    "/huge": (_request, response) => response.writeHead(200, json).end(`{"a":"${"x".repeat(100_000)}"}`),
    "/slow": (_request, response) => response.writeHead(200, json).write("{"),
    "/silent": () => undefined,
    "/broken": (_request, response) => response.writeHead(200, json).end("{"),
    "/html": (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
    "/missing": (_request, response) => response.writeHead(404, json).end("{}"),
  };
  const others: RequestListener = (request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const known = odd[path] ?? (path.startsWith("/silent?") ? odd["/silent"] : undefined);
    if (known !== undefined) known(request, response);
    else response.writeHead(200, json).end(JSON.stringify(documents[path]?.(server.origin) ?? null));
  };

  before(async () => {
    server = await startClientDocument({ redirect_uris: [redirectUri] }, others);
    setDefaultCACertificates([...certificates, server.certificate]);
    plane = await startTestControlPlane({ egressAllowPrivate: [server.env["EGRESS_ALLOW_PRIVATE"] ?? ""] });
    oauth = oauthOf(plane);
    place = await openSignIn(await plane.signInAs("admin"));
  });
  after(async () => {
    setDefaultCACertificates(certificates);
    await plane?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const authorize = (clientId: string) =>
    oauth.authorize({ ...place.asked, client_id: clientId, redirect_uri: redirectUri });

  test("one that is good signs people in, is fetched once, and its host stands on the consent page", async () => {
    const answers = [await authorize(`${server.origin}/good`), await authorize(`${server.origin}/good`)];
    assert.deepEqual(
      answers.map(({ location }) => location?.pathname),
      ["/consent", "/consent"],
    );
    assert.equal(asked.filter((path) => path === "/good").length, 1);
    const person = await plane.signInAs("operator");
    const request = answers[0]?.location?.searchParams.get("request") ?? "";
    const { client, redirectHost } = await person.getOauthConsent({ query: { request } });
    assert.deepEqual([client.kind, client.name, client.host], ["document", "Good", new URL(server.origin).host]);
    assert.equal(redirectHost, "127.0.0.1:9");
  });

  const refused: Record<string, RegExp> = {
    "/redirects": /redirects/,
    "/huge": /too large/,
    "/slow": /could not be fetched/,
    "/silent": /could not be fetched/,
    "/broken": /not JSON/,
    "/html": /not JSON/,
    "/missing": /could not be fetched/,
    "/other-id": /another client_id/,
    "/no-redirects": /lacks/,
    "/script": /redirect URI/,
    "/secret": /authenticat/,
    "/list": /lacks/,
    "/null": /lacks/,
  };
  // Some of these requests only end by their time limit.
  describe("that are no good", { concurrency: true }, () => {
    for (const [path, why] of Object.entries(refused)) {
      test(`refuses ${path}, and does not ask for it again at once`, async () => {
        const began = performance.now();
        const answer = await authorize(server.origin + path);
        assert.deepEqual([answer.status, answer.error, answer.location], [401, "invalid_client", null]);
        assert.match(answer.description ?? "", why);
        assert.ok(performance.now() - began < 20_000);
        assert.equal((await authorize(server.origin + path)).error, "invalid_client");
        assert.equal(asked.filter((one) => one === path).length, 1);
      });
    }
  });

  test("a hundred documents that never come make place for one that does, and for more of their kind", async () => {
    const silent = Array.from({ length: 100 }, (_, at) => authorize(`${server.origin}/silent?${at}`));
    await eventually(
      () => Promise.resolve(asked.filter((path) => path.startsWith("/silent?")).length === 100 || undefined),
      // Beside other tests, a hundred requests take several seconds.
      5 * aSecondMs,
    );
    const good = await authorize(`${server.origin}/good?in-time`);
    assert.equal(good.location?.pathname, "/consent", good.description ?? "");
    const answers = await Promise.all(silent);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [...Array<number>(63).fill(401), ...Array<number>(37).fill(503)],
    );
    assert.equal(
      (await authorize(`${server.origin}/silent?0`)).status,
      401,
      "one that had to make place is asked again",
    );
  });

  test("what a kind of program was allowed ends where the policy takes its kind no more, and nothing else does", async () => {
    const [admin, person] = [await plane.signInAs("admin"), await plane.signInAs("operator")];
    const open = await openSignIn(admin, { registration: true });
    const itself = (await oauth.register({ redirect_uris: [redirectUri] })).body["client_id"];
    const ids: Record<string, string> = {};
    for (const [kind, client_id, redirect_uri] of [
      ["document", `${server.origin}/good`, redirectUri],
      ["dynamic", itself, redirectUri],
      ["registered", open.clientId, open.asked.redirect_uri],
    ] as const) {
      const { location } = await oauth.authorize({ ...open.asked, client_id, redirect_uri });
      const request = location?.searchParams.get("request") ?? "";
      ids[kind] = (await person.createOauthGrant({ body: { request } })).id;
    }
    const params = { endpointId: open.endpointId };
    const live = async (policy: object) => {
      const caller = { mode: "oauth" as const, oauth: policy };
      await admin.replaceAuthPolicy({ params, body: { environment: "development", caller } });
      const { items } = await admin.listEndpointOauthGrants({ params, query: {} });
      return Object.keys(ids).filter((kind) => items.some(({ id, status }) => id === ids[kind] && status === "active"));
    };
    assert.deepEqual(await live({ registration: true, keys: false }), ["document", "dynamic", "registered"]);
    assert.deepEqual(await live({ registration: false }), ["document", "registered"]);
    assert.deepEqual(await live({ registration: true }), ["document", "registered"], "it does not begin again");
    assert.deepEqual(await live({ documents: false }), ["registered"]);
  });

  test("an error is a page, and sends nobody on, where only the document says who it is", async () => {
    const client_id = `${server.origin}/good`;
    for (const wrong of [{ scope: "call everything" }, { response_type: "token" }, { code_challenge: "short" }]) {
      const asked = { ...place.asked, client_id, redirect_uri: redirectUri, ...wrong };
      const answer = await oauth.authorize(asked, { accept: "text/html" });
      assert.deepEqual([answer.status, answer.location], [400, null]);
      assert.match(answer.headers.get("content-type") ?? "", /text\/html/);
      assert.equal((await oauth.authorize(asked)).location, null);
    }
    const itself = await openSignIn(await plane.signInAs("admin"), { registration: true });
    for (const [redirect_uri, isToldThere] of [
      [redirectUri, true],
      ["https://client.example/callback", false],
    ] as const) {
      const { body } = await oauth.register({ redirect_uris: [redirect_uri] });
      const answer = await oauth.authorize({
        ...itself.asked,
        client_id: body["client_id"],
        redirect_uri,
        scope: "root",
      });
      assert.deepEqual([answer.error, answer.location !== null], ["invalid_scope", isToldThere]);
    }
  });

  const unreachable = [
    "https://127.0.0.1/client.json",
    "https://localhost/client.json",
    "https://[::1]/client.json",
    "https://[::ffff:127.0.0.1]/client.json",
    "https://10.0.0.1/client.json",
    "https://169.254.169.254/latest/meta-data",
    "https://0.0.0.0/client.json",
  ];
  for (const url of unreachable) {
    test(`does not fetch ${url}, which is private`, async () => {
      const answer = await authorize(new URL(url).href);
      assert.equal(answer.error, "invalid_client");
      assert.match(answer.description ?? "", /private address/);
    });
  }

  const notDocuments = [
    "http://example.com/client.json",
    "https://example.com",
    "https://example.com/",
    "https://example.com/a/../client.json",
    "https://user@example.com/client.json",
    "https://example.com/client.json#part",
    "file:///etc/passwd",
  ];
  for (const url of notDocuments) {
    test(`takes ${url} for no document`, async () => {
      assert.match((await authorize(url)).description ?? "", /no such client/);
    });
  }

  test("fetches nothing for an endpoint that takes no documents", async () => {
    const closed = await openSignIn(await plane.signInAs("admin"), { documents: false });
    const url = `${server.origin}/good?closed`;
    const answer = await oauth.authorize({ ...closed.asked, client_id: url, redirect_uri: redirectUri });
    assert.equal(answer.error, "invalid_client");
    assert.ok(!asked.includes("/good?closed"));
  });

  test("behind a proxy, they are fetched through it, and private addresses are not asked of it", async () => {
    const asked: string[] = [];
    let isOpen = true;
    const proxy = createServer().on("connect", (request, socket) => {
      asked.push(request.url ?? "");
      if (!isOpen) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      const { port } = new URL(server.origin);
      const target = connect(Number(port), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        target.pipe(socket).pipe(target);
      });
      target.on("error", () => socket.destroy());
      return socket.on("error", () => target.destroy());
    });
    const httpsProxy = `http://127.0.0.1:${await listen(proxy, 0, "127.0.0.1")}`;
    const proxies = { httpProxy: "", httpsProxy, noProxy: "" };
    const host = new URL(server.origin).host;
    const fetched = (allowed: string[], noProxy = "") =>
      fetchClientDocument(`${server.origin}/good`, {
        egressAllowPrivate: allowed,
        proxies: { ...proxies, noProxy },
      });
    assert.equal((await fetched([host])).document?.name, "Good");
    assert.deepEqual(asked, [host]);
    assert.match((await fetched([])).problem ?? "", /private address/);
    assert.equal((await fetched([host], "localhost")).document?.name, "Good");
    assert.deepEqual(asked, [host], "neither a private address nor one of NO_PROXY is asked of the proxy");
    isOpen = false;
    assert.match((await fetched([host])).problem ?? "", /could not be fetched/);
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });
});
