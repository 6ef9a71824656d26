import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { freePort } from "@ferrule/kit/network/free-ports.ts";
import { generate } from "selfsigned";
import { makeUser } from "./testing/make-user.ts";
import { answering, me, standIn } from "./testing/stand-in.ts";

const token = "fer_pat_a-token-of-this-test";
const asMe = (address: string, env: Record<string, string> = {}) => ({
  env: { FERRULE_URL: address, FERRULE_TOKEN: token, ...env },
});
const errorIn = (stderr: string) =>
  (JSON.parse(stderr) as { error: { code: string; exitCode: number; message: string; hint: string } }).error;

async function newPair() {
  const extensions = [{ name: "subjectAltName" as const, altNames: [{ type: 2 as const, value: "localhost" }] }];
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    extensions,
  });
  return { cert, key };
}

/** A proxy that tunnels, and records the targets. */
async function startProxy(t: TestContext) {
  const tunnels: string[] = [];
  const proxy = createServer().on("connect", (request, socket, head) => {
    tunnels.push(request.url ?? "");
    const [host = "", port = ""] = (request.url ?? "").split(":");
    const upstream = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connected\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [upstream, socket]) end.on("error", () => [upstream, socket].forEach((each) => each.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.after(() => proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, tunnels };
}

test("a redirect to another origin is told, and the token does not go along", async (t) => {
  const { run } = makeUser(t);
  const other = await standIn(t, answering(me()));
  for (const status of [301, 302, 307, 308]) {
    const { address } = await standIn(t, answering({}, status, { location: `${other.address}/api/auth/me` }));
    const { code, stderr } = await run(["whoami", "--json"], asMe(address));
    assert.equal(code, 7);
    assert.match(errorIn(stderr).message, new RegExp(`sends us on to ${other.address}`));
  }
  assert.equal(other.asked.length, 0);
});

test("what Retry-After says is waited for, and then the request is sent again", async (t) => {
  const { run } = makeUser(t);
  for (const status of [429, 503]) {
    let asked = 0;
    const busy = answering({ error: { code: "OVERLOADED", message: "Busy.", requestId: "r" } }, status, {
      "retry-after": "1",
    });
    const { address } = await standIn(t, (request, response) => {
      asked += 1;
      (asked === 1 ? busy : answering(me()))(request, response);
    });
    const { code, stderr } = await run(["whoami"], asMe(address));
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Trying again in 1 s/);
    assert.equal(asked, 2);
  }
});

test("a server that asks to wait for too long is not waited for", async (t) => {
  const { run } = makeUser(t);
  const body = { error: { code: "RATE_LIMITED", message: "Too many requests.", requestId: "req-1" } };
  const { address, asked } = await standIn(t, answering(body, 429, { "retry-after": "86400" }));
  const { code, stderr } = await run(["whoami"], asMe(address));
  assert.equal(code, 1);
  assert.match(stderr, /Too many requests\. \(RATE_LIMITED, request req-1\)/);
  assert.equal(asked.length, 1);
});

test("a read is sent again when the connection breaks; a change without a key is not", async (t) => {
  const { run } = makeUser(t);
  let broken = 0;
  const { address, asked } = await standIn(t, (request, response) => {
    if (request.method === "GET" && request.url?.startsWith("/api/functions") && broken === 0) {
      broken += 1;
      response.destroy();
    } else if (request.method === "GET") {
      answering({ items: [{ id: "fn_1", slug: "greet", served: {} }], nextCursor: null })(request, response);
    } else {
      response.destroy();
    }
  });
  const { code } = await run(["call", "greet", "--json"], asMe(address));
  assert.equal(code, 7);
  assert.deepEqual(
    asked.map(({ method, url }) => `${method} ${url?.split("?")[0]}`),
    ["GET /api/functions", "GET /api/functions", "POST /api/functions/fn_1/test"],
  );
});

test("HTTPS_PROXY is used, and NO_PROXY lets an address past it", async (t) => {
  const { run } = makeUser(t);
  const proxy = await startProxy(t);
  const { address } = await standIn(t, answering(me()));
  const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
  assert.equal((await run(["whoami"], asMe(address, env))).code, 0);
  assert.deepEqual(proxy.tunnels, [new URL(address).host]);
  assert.equal((await run(["whoami"], asMe(address, { ...env, NO_PROXY: "127.0.0.1" }))).code, 0);
  assert.equal(proxy.tunnels.length, 1);
});

test("a private authority is believed when NODE_EXTRA_CA_CERTS names it, and only then", async (t) => {
  const { home, run } = makeUser(t);
  const pair = await newPair();
  const { address, asked } = await standIn(t, answering(me()), pair);
  const refused = await run(["whoami", "--json"], asMe(address));
  assert.equal(refused.code, 7);
  assert.match(errorIn(refused.stderr).hint, /NODE_EXTRA_CA_CERTS/);
  assert.equal(asked.length, 0);
  const file = join(home, "authority.pem");
  writeFileSync(file, pair.cert);
  const believed = await run(["whoami"], asMe(address, { NODE_EXTRA_CA_CERTS: file }));
  assert.equal(believed.code, 0, believed.stderr);
});

test("an address where nothing listens ends with 7 and says so", async (t) => {
  const { run } = makeUser(t);
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const { code, stderr } = await run(["whoami", "--json"], asMe(nobody));
  assert.deepEqual([code, errorIn(stderr).code], [7, "ECONNREFUSED"]);
  const doctor = await run(["doctor"], asMe(nobody));
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /✗ Network: .*nothing listens there/);
});

test("an answer that no installation gives is not taken for one", async (t) => {
  const { run } = makeUser(t);
  const page = await standIn(t, (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Sign in to the hotel</title>");
  });
  const torn = await standIn(t, (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"user":');
  });
  for (const { address } of [page, torn]) {
    const { code, stderr } = await run(["whoami", "--json"], asMe(address));
    assert.deepEqual([code, errorIn(stderr).code], [7, "NOT_FERRULE"]);
  }
});

test("Ctrl-C ends a command that waits, with 130", async (t) => {
  const { start } = makeUser(t);
  for (const args of [["whoami"], ["logs", "--follow"]]) {
    const asked = Promise.withResolvers<void>();
    const { address } = await standIn(t, () => asked.resolve());
    const child = start(args, asMe(address));
    const said = text(child.stderr!);
    const ended = once(child, "close");
    await asked.promise;
    child.kill("SIGINT");
    assert.deepEqual(await ended, [130, null]);
    assert.equal(await said, "Cancelled.\n");
  }
});

test("what a server says cannot move the cursor of a terminal", async (t) => {
  const { run } = makeUser(t);
  const message = "Bad\u001b[2J\u001b]0;owned\u0007 news\u202e";
  const { address } = await standIn(
    t,
    answering({ error: { code: "FORBIDDEN", message, requestId: "\u001b[1m" } }, 403),
  );
  const { code, stderr } = await run(["whoami"], asMe(address));
  assert.equal(code, 4);
  // eslint-disable-next-line no-control-regex -- none may be left
  assert.doesNotMatch(stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  assert.match(stderr, /Bad\\u001b\[2J/);
});

test("what the server has changed meanwhile ends with 5, what it does not find with 1", async (t) => {
  const { run } = makeUser(t);
  for (const [status, code, exit] of [
    [409, "CONFLICT", 5],
    [412, "REVISION_CONFLICT", 5],
    [404, "NOT_FOUND", 1],
    [500, "INTERNAL", 1],
  ] as const) {
    const { address } = await standIn(t, answering({ error: { code, message: "No.", requestId: "r" } }, status));
    const ended = await run(["functions", "list", "--json"], asMe(address));
    assert.deepEqual([ended.code, errorIn(ended.stderr).code, ended.stdout], [exit, code, ""]);
  }
});

test("a reader that leaves ends the command quietly", async (t) => {
  const { start } = makeUser(t);
  const items = Array.from({ length: 2_000 }, (_, at) => ({
    id: `fn_${at}`,
    slug: `f-${at}`.padEnd(60, "x"),
    status: "draft",
    updatedAt: "2026-01-01T00:00:00.000Z",
    served: {},
  }));
  const { address } = await standIn(t, answering({ items, nextCursor: null }));
  const child = start(["functions", "list"], asMe(address));
  child.stdout!.once("data", () => child.stdout!.destroy());
  const said = text(child.stderr!);
  const [code] = (await once(child, "close")) as [number];
  assert.deepEqual([code, await said], [0, ""]);
});

test("doctor tells a clock that is off, another version, and a token that is not valid", async (t) => {
  const { run } = makeUser(t);
  const { address } = await standIn(t, (request, response) => {
    if (request.url === "/cli/version") {
      response.setHeader("date", new Date(Date.now() - 3_600_000).toUTCString());
      answering({ version: "99.0.0" })(request, response);
    } else {
      answering({ error: { code: "UNAUTHENTICATED", message: "Sign in first.", requestId: "r" } }, 401)(
        request,
        response,
      );
    }
  });
  const { code, stdout } = await run(["doctor"], asMe(address));
  assert.equal(code, 1);
  assert.match(stdout, /✗ Clock: 3[56]\d\d s ahead of the server's/);
  assert.match(stdout, /! Version: this command is .*, the installation is 99\.0\.0\n {4}Run `npx .*\/cli`/);
  assert.match(stdout, /✗ Token: Sign in first\./);
});
