import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { lookup } from "node:dns/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { invocationOf, testSandbox, valueOf } from "../../running/sandbox/conformance/harness.ts";
import { createNameResolver } from "./resolve-name.ts";
import { startNameServer } from "./testing.ts";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

const folder = mkdtempSync(join(tmpdir(), "ferrule-names-"));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
function file(text: string): string {
  const path = join(folder, String(files++));
  writeFileSync(path, text);
  return path;
}

const loopback = Buffer.from([127, 0, 0, 1]);
const six = Buffer.from([0x20, 1, 0xd, 0xb8, ...Array.from({ length: 11 }, () => 0), 1]);
const never = new AbortController().signal;
const addresses = (found: { address: string }[]) => found.map(({ address }) => address);
const quiet = { hostsFile: file(""), resolvConf: file("") };
/** Repeats unanswered questions after one second, but not after two. */
const restless = { ...quiet, resolvConf: file("options timeout:1") };
/** In this time it would have asked again. */
const againMs = 1_500;

describe("a name", () => {
  test("has the addresses of both families", async () => {
    await using dns = await startNameServer((_name, type) => (type === "A" ? [loopback] : [six]));
    const resolve = createNameResolver({ ...quiet, servers: [dns.server] });
    assert.deepEqual(await resolve("both.test", "a", never), [
      { address: "127.0.0.1", family: 4 },
      { address: "2001:db8::1", family: 6 },
    ]);
  });

  test("of which the server tells one family alone is had without waiting for the other", async () => {
    await using dns = await startNameServer((_name, type) => (type === "A" ? [loopback] : "silent"));
    const resolve = createNameResolver({ ...quiet, servers: [dns.server] });
    const before = performance.now();
    assert.deepEqual(addresses(await resolve("half.test", "a", never)), ["127.0.0.1"]);
    assert.ok(performance.now() - before < 1_500);
  });

  test("that is not there is ENOTFOUND, and one of which nobody says anything is not", async () => {
    await using dns = await startNameServer((name) => (name.startsWith("silent") ? "silent" : []));
    const resolve = createNameResolver({
      ...quiet,
      resolvConf: file("options timeout:1 attempts:1"),
      servers: [dns.server],
    });
    await assert.rejects(resolve("absent.test", "a", never), { code: "ENOTFOUND" });
    await assert.rejects(resolve("silent.test", "a", never), { code: "ETIMEOUT" });
  });

  test("of the hosts file is asked of nobody, and the file is read again when it has changed", async () => {
    await using dns = await startNameServer(() => []);
    const hostsFile = file("# ours\n10.0.0.1 db.corp Db  # and more\n::7 db.corp\nnonsense here\n");
    const resolve = createNameResolver({ hostsFile, resolvConf: quiet.resolvConf, servers: [dns.server] });
    assert.deepEqual(addresses(await resolve("DB.corp", "a", never)), ["10.0.0.1", "::7"]);
    assert.deepEqual(addresses(await resolve("db", "a", never)), ["10.0.0.1"]);
    assert.deepEqual(addresses(await resolve("localhost", "a", never)), ["127.0.0.1", "::1"]);
    writeFileSync(hostsFile, "10.0.0.22 db.corp\n");
    assert.deepEqual(addresses(await resolve("db.corp", "a", never)), ["10.0.0.22"]);
    assert.deepEqual(dns.asked, []);
  });

  test("is looked for in the search domains as resolv.conf says", async () => {
    await using dns = await startNameServer((name, type) =>
      type === "A" && ["db.prod.corp", "api.example.com"].includes(name) ? [loopback] : [],
    );
    const resolve = createNameResolver({
      hostsFile: quiet.hostsFile,
      resolvConf: file("domain old.corp\nsearch test.corp. prod.corp\noptions ndots:2\n"),
      servers: [dns.server],
    });
    const namesAsked = () => [...new Set(dns.asked.splice(0).map((one) => one.split(" ")[0]))];
    assert.deepEqual(addresses(await resolve("db", "a", never)), ["127.0.0.1"]);
    assert.deepEqual(namesAsked(), ["db.test.corp", "db.prod.corp"]);
    assert.deepEqual(addresses(await resolve("api.example.com", "a", never)), ["127.0.0.1"]);
    assert.deepEqual(namesAsked(), ["api.example.com"]);
    await assert.rejects(resolve("db.", "a", never), { code: "ENOTFOUND" });
    assert.deepEqual(namesAsked(), ["db"]);
  });

  test("that nobody wants any more is asked for no more, and gives its turn away", async () => {
    await using dns = await startNameServer((name) => (name.startsWith("silent") ? "silent" : [loopback]));
    const resolve = createNameResolver({ ...restless, servers: [dns.server], ofOne: 1 });
    const gone = new AbortController();
    const silent = resolve("silent.test", "a", gone.signal);
    const next = resolve("next.test", "a", never);
    const askedInVain = () => dns.asked.filter((one) => one.startsWith("silent")).length;
    // The server gets a question for each family.
    while (askedInVain() < 2) await delay(5);
    gone.abort(new Error("gone"));
    await assert.rejects(silent);
    assert.ok(addresses(await next).includes("127.0.0.1"));
    await delay(againMs);
    assert.equal(askedInVain(), 2, "no question is repeated");
  });

  test("of another tenant does not stand behind all those that one waits for", async () => {
    await using dns = await startNameServer((name) => (name.startsWith("silent") ? "silent" : [loopback]));
    const resolve = createNameResolver({ ...quiet, servers: [dns.server], inAll: 4, ofOne: 3 });
    const gone = new AbortController();
    const many = Array.from({ length: 10_000 }, (_, n) => resolve(`silent${n}.test`, "a", gone.signal));
    const ended = Promise.allSettled(many);
    assert.ok(addresses(await resolve("fine.test", "b", never)).includes("127.0.0.1"));
    gone.abort(new Error("gone"));
    await ended;
    assert.ok(addresses(await resolve("fine.test", "a", never)).includes("127.0.0.1"));
  });
});

test("fifty names at a silent server hold up neither another tenant's fetch nor the system's own look-ups", async () => {
  await using dns = await startNameServer((name) => (name.endsWith("silent.test") ? "silent" : [loopback]));
  const server = createServer((_request, response) => response.end("there"));
  await using served = await serveHere(server);
  const { port } = served;
  await using sandbox = await testSandbox({
    egressAllowPrivate: ["127.0.0.1/32"],
    egress: { resolve: createNameResolver({ ...quiet, servers: [dns.server] }) },
  });
  const grant = {
    secrets: [],
    hosts: ["http://*.silent.test", `http://good.test:${port}`],
    collections: [],
    cache: false,
  };
  const ending = new AbortController();
  const attack = sandbox.invoke(
    invocationOf(
      "export default async () => { await Promise.all(Array.from({ length: 50 }, (_, n) => fetch(`http://n${n}.silent.test/`).catch(() => 0))); };",
      { grant, tenantId: "attacker", timeoutMs: 60_000, signal: ending.signal },
    ),
  );
  let isOver = false;
  const over = attack.finally(() => (isOver = true));
  while (dns.asked.length < 8) await delay(5);
  const source = `export default async () => (await fetch("http://good.test:${port}/")).text();`;
  const answered = await sandbox.invoke(invocationOf(source, { grant, tenantId: "bystander", timeoutMs: 15_000 }));
  assert.equal(valueOf(answered), "there");
  await lookup("localhost");
  assert.equal(isOver, false, "the silent ones are still asked for");
  ending.abort();
  assert.equal((await over).outcome.kind, "terminated");
  // The call has ended, and so have its look-ups.
  await delay(200);
  const { length } = dns.asked;
  await delay(2_500);
  assert.equal(dns.asked.length, length);
});
