import assert from "node:assert/strict";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { writeTextIndex } from "@ferrule/kit/text-index.ts";
import { sendRaw, testGateway } from "../testing.ts";

const passages = [
  { address: "/docs/mcp#clients", page: "MCP", heading: "Clients", text: "Each client needs an address & a <key>." },
  { address: "/docs/cron", page: "Cron", heading: "Cron", text: "A Function may run on a schedule." },
];

function builtFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-documentation-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "docs", "examples"), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  write("index.html", "<!doctype html><title>the console</title>");
  write("docs/index.html", "<h1>Ferrule</h1>");
  write("docs/index.md", "# Ferrule");
  write("docs/mcp.html", "<h1>MCP</h1>");
  writeFileSync(join(folder, "docs", "mcp.html.br"), brotliCompressSync("<h1>MCP</h1>"));
  write("docs/mcp.md", "# MCP");
  write("docs/examples/refunds.html", "<h1>Refunds</h1>");
  write("docs/.missing.html", "<h1>No such page</h1>");
  write("docs/.search.html", '<input value="__ASKED__">__FOUND__');
  write("docs/.index.json", writeTextIndex(passages));
  write("llms.txt", "[MCP](__ORIGIN__/docs/mcp.md)");
  write("llms-full.txt", "# Ferrule");
  return folder;
}

const browser = { accept: "text/html,*/*;q=0.8" };

test("serves pages as HTML and as Markdown while no other role is there", async (t) => {
  const gateway = await testGateway(t, { workers: [] }, {}, builtFolder(t));
  for (const [path, type, text] of [
    ["/docs", "text/html; charset=utf-8", "<h1>Ferrule</h1>"],
    ["/docs/index.md", "text/markdown; charset=utf-8", "# Ferrule"],
    ["/docs/mcp", "text/html; charset=utf-8", "<h1>MCP</h1>"],
    ["/docs/mcp.md", "text/markdown; charset=utf-8", "# MCP"],
    ["/docs/examples/refunds", "text/html; charset=utf-8", "<h1>Refunds</h1>"],
    ["/llms-full.txt", "text/plain; charset=utf-8", "# Ferrule"],
  ] as const) {
    const answer = await fetch(gateway.url + path, { headers: browser });
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get("content-type"), type, path);
    assert.equal(answer.headers.get("cache-control"), "no-cache", path);
    assert.match(answer.headers.get("content-security-policy") ?? "", /^default-src 'none'; script-src 'self';/, path);
    assert.equal(await answer.text(), text, path);
  }
});

test("lists the pages for models with the origin that callers use", async (t) => {
  const gateway = await testGateway(t, {}, {}, builtFolder(t));
  const list = await (await fetch(`${gateway.url}/llms.txt`)).text();
  assert.match(list, /^\[MCP\]\(https?:\/\/[^/_]+\/docs\/mcp\.md\)$/);
});

test("sends a page once: 304 for the same ETag, brotli where the client can, HEAD without a body", async (t) => {
  const gateway = await testGateway(t, {}, {}, builtFolder(t));
  const first = await fetch(`${gateway.url}/docs/mcp`, { headers: { "accept-encoding": "br" } });
  assert.equal(first.headers.get("content-encoding"), "br");
  const again = await fetch(`${gateway.url}/docs/mcp`, {
    headers: { "if-none-match": first.headers.get("etag") ?? "" },
  });
  assert.equal(again.status, 304);
  const head = await fetch(`${gateway.url}/docs/mcp`, { method: "HEAD", headers: { "accept-encoding": "identity" } });
  assert.equal(head.headers.get("content-length"), "12");
  assert.equal(await head.text(), "");
});

test("searches without a script, as a page and as JSON, and never repeats markup", async (t) => {
  const gateway = await testGateway(t, {}, {}, builtFolder(t));
  const page = await (await fetch(`${gateway.url}/docs/search?q=clien`)).text();
  assert.match(
    page,
    /<a href="\/docs\/mcp#clients">Clients<\/a> · MCP<p>Each client needs an address &amp; a &lt;key&gt;\./,
  );
  assert.ok(!page.includes("/docs/cron"));
  const { found } = (await (await fetch(`${gateway.url}/docs/search.json?q=schedule`)).json()) as { found: unknown };
  assert.deepEqual(found, [passages[1]]);
  for (const asked of ['"><script>alert(1)</script>', "__FOUND__", "$&$`", "%E0%A4%A", "a".repeat(5_000), " ", ""]) {
    const query = asked.startsWith("%") ? asked : encodeURIComponent(asked);
    const answer = await fetch(`${gateway.url}/docs/search?q=${query}`);
    assert.equal(answer.status, 200, asked);
    const text = await answer.text();
    assert.doesNotMatch(text, /<script/, asked);
    assert.match(text, /^<input value="[^"<>]{0,300}"></, asked);
  }
});

test("bounds the searches of one second, and keeps serving pages", async (t) => {
  const gateway = await testGateway(t, {}, { searchesPerSecond: 1 }, builtFolder(t));
  const searches = await Promise.all(
    Array.from({ length: 60 }, (_, n) => fetch(`${gateway.url}/docs/search.json?q=schedule${n}`)),
  );
  const refused = searches.filter(({ status }) => status === 503);
  assert.ok(refused.length > 0);
  assert.equal(refused[0]?.headers.get("retry-after"), "1");
  assert.equal((await fetch(`${gateway.url}/docs/mcp`)).status, 200);
});

test("says in HTML to browsers and in the one error shape to programs that a page is missing", async (t) => {
  const folder = builtFolder(t);
  writeFileSync(join(folder, "..", "ferrule-outside.md"), "outside");
  t.after(() => rmSync(join(folder, "..", "ferrule-outside.md")));
  const gateway = await testGateway(t, {}, {}, folder);
  const page = await fetch(`${gateway.url}/docs/nothing`, { headers: browser });
  assert.equal(page.status, 404);
  assert.equal(await page.text(), "<h1>No such page</h1>");
  const outside = ["/docs/../../ferrule-outside.md", "/docs/..%2f..%2fferrule-outside.md", "/docs/%2e%2e/llms.txt"];
  const hidden = [
    "/docs/.index.json",
    "/docs/.search.html",
    "/docs/mcp.html.br",
    "/docs/mcp.html",
    "/docs/constructor",
  ];
  for (const path of ["/docs/nothing", "/docs/mcp%20", "/docs//mcp", "/docs/MCP", ...hidden, ...outside]) {
    const answer = await sendRaw(gateway.port, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 404 /, path);
    assert.match(answer, /"code":"NOT_FOUND"/, path);
  }
});

test("leads from a path with a slash to the page, and refuses methods that change something", async (t) => {
  const gateway = await testGateway(t, {}, {}, builtFolder(t));
  for (const [path, location] of [
    ["/docs/", "/docs"],
    ["/docs/mcp/", "/docs/mcp"],
  ] as const) {
    const answer = await fetch(gateway.url + path, { redirect: "manual" });
    assert.equal(answer.status, 308);
    assert.equal(answer.headers.get("location"), location);
  }
  for (const path of ["/docs", "/docs/mcp.md", "/docs/search", "/llms.txt"]) {
    const answer = await fetch(gateway.url + path, { method: "POST", body: "x" });
    assert.equal(answer.status, 405, path);
    assert.equal(answer.headers.get("allow"), "GET, HEAD", path);
  }
});

test("without a built documentation, its paths are 404", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-empty-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const gateway = await testGateway(t, {}, {}, folder);
  for (const path of ["/docs", "/docs/search?q=x", "/llms.txt"])
    assert.equal((await fetch(gateway.url + path, { headers: browser })).status, 404, path);
});
