import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { brotliCompressSync, gunzipSync } from "node:zlib";
import { sendRaw, testGateway } from "../testing.ts";

function consoleFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-console-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><title>Ferrule</title><meta property="csp-nonce" nonce="__CSP_NONCE__" />`,
  );
  writeFileSync(join(folder, "theme.js"), "0;");
  writeFileSync(join(folder, ".built-from"), "a digest");
  writeFileSync(join(folder, "assets", "page-1a2b.js"), "export {};");
  writeFileSync(join(folder, "assets", "page-1a2b.js.br"), brotliCompressSync("export {};"));
  writeFileSync(join(folder, "assets", "page.css"), "body{}");
  return folder;
}

const asBrowser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test("serves the page uncached, with a nonce of its own each time, under a strict policy", async (t) => {
  const gateway = await testGateway(t, {}, {}, consoleFolder(t));
  const nonces = new Set<string>();
  for (const path of ["/?x=1", "/executions/exe_1?tab=logs", "/functions"]) {
    const page = await fetch(gateway.url + path, { headers: asBrowser });
    assert.equal(page.status, 200, path);
    assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(page.headers.get("cache-control"), "no-store");
    assert.equal(page.headers.get("etag"), null);
    const policy = page.headers.get("content-security-policy") ?? "";
    const nonce = /nonce="([^"]+)"/.exec(await page.text())?.[1] ?? "";
    assert.equal(
      policy,
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; ` +
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    assert.match(nonce, /^[\w+/]{22}==$/);
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 3);
});

for (const [accepted, coding] of [
  ["br;q=0", null],
  ["gzip, br;q=0.0, *", null],
  ["identity;q=1, br;q=0.5", null],
  ["xbr-2", null],
  ["*;q=0", null],
  ["*", "br"],
  ["identity;q=0, br;q=0.1", "br"],
  ["BR", "br"],
] as const) {
  test(`a file goes to Accept-Encoding ${accepted} ${coding === null ? "as it is" : `in ${coding}`}`, async (t) => {
    const gateway = await testGateway(t, {}, {}, consoleFolder(t));
    const script = await fetch(`${gateway.url}/assets/page-1a2b.js`, { headers: { "accept-encoding": accepted } });
    assert.equal(script.headers.get("content-encoding"), coding);
    assert.equal(await script.text(), "export {};");
  });
}

test("serves hashed assets for good and everything else to be asked for again, compressed where the client can", async (t) => {
  const gateway = await testGateway(t, {}, {}, consoleFolder(t));
  const script = await fetch(`${gateway.url}/assets/page-1a2b.js`, { headers: { "accept-encoding": "gzip, br" } });
  assert.equal(script.headers.get("content-type"), "text/javascript; charset=utf-8");
  assert.equal(script.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.equal(script.headers.get("content-encoding"), "br");
  assert.equal(script.headers.get("vary"), "accept-encoding");
  assert.equal(script.headers.get("x-content-type-options"), "nosniff");
  assert.match(script.headers.get("content-security-policy") ?? "", /^default-src 'none'; script-src 'self';/);
  assert.ok(script.headers.get("x-request-id"));
  assert.equal(await script.text(), "export {};");
  const plain = await fetch(`${gateway.url}/assets/page-1a2b.js`, { headers: { "accept-encoding": "identity" } });
  assert.equal(plain.headers.get("content-encoding"), null);
  assert.equal(await plain.text(), "export {};");

  const theme = await fetch(`${gateway.url}/theme.js`);
  const etag = theme.headers.get("etag") ?? "";
  assert.equal(theme.headers.get("cache-control"), "no-cache");
  const again = await fetch(`${gateway.url}/theme.js`, { headers: { "if-none-match": etag } });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get("etag"), etag);
  const head = await fetch(`${gateway.url}/assets/page.css`, { method: "HEAD" });
  assert.equal(head.headers.get("content-length"), "6");
});

test("a missing file is never answered with the page, whatever the browser accepts", async (t) => {
  const gateway = await testGateway(t, {}, {}, consoleFolder(t));
  for (const path of [
    "/assets/gone-9f9f.js",
    "/assets/gone",
    "/favicon.ico",
    "/.built-from",
    "/assets/page-1a2b.js.br",
  ]) {
    const answer = await fetch(gateway.url + path, { headers: asBrowser });
    assert.equal(answer.status, 404, path);
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/, path);
  }
});

test("404 in the one error shape for what is not there, and no way out of the folder", async (t) => {
  const folder = consoleFolder(t);
  writeFileSync(join(folder, "..", "ferrule-outside.txt"), "outside");
  t.after(() => rmSync(join(folder, "..", "ferrule-outside.txt")));
  const gateway = await testGateway(t, {}, {}, folder);
  const outside = ["/../ferrule-outside.txt", "/assets/..%2f..%2fferrule-outside.txt", "/%2e%2e/ferrule-outside.txt"];
  for (const path of ["/assets/none.js", "/index.html", "/assets/", "/constructor", ...outside]) {
    const answer = await sendRaw(gateway.port, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 404 /, path);
    assert.match(answer, /content-type: application\/json/, path);
    assert.match(answer, /"code":"NOT_FOUND"/, path);
  }
});

test("405 with Allow for another method on a file", async (t) => {
  const gateway = await testGateway(t, {}, {}, consoleFolder(t));
  const answer = await fetch(`${gateway.url}/`, { method: "POST", body: "{}" });
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get("allow"), "GET, HEAD");
  assert.ok(answer.headers.get("x-request-id"));
});

test("hands out the developers' command as a package, with the version that matches", async (t) => {
  const gateway = await testGateway(t, {});
  const version = await fetch(`${gateway.url}/cli/version`);
  assert.equal(version.headers.get("content-type"), "application/json; charset=utf-8");
  const said = (await version.json()) as { version: string; integrity: string };
  const answer = await fetch(`${gateway.url}/cli`);
  assert.equal(answer.headers.get("content-type"), "application/gzip");
  assert.equal(answer.headers.get("cache-control"), "no-cache");
  const packed = Buffer.from(await answer.arrayBuffer());
  assert.equal(said.integrity, `sha512-${createHash("sha512").update(packed).digest("base64")}`);
  assert.match(
    gunzipSync(packed).toString("latin1"),
    new RegExp(`"version": "${said.version.replaceAll(".", "\\.")}"`),
  );
  assert.equal((await fetch(`${gateway.url}/cli`, { method: "POST" })).status, 405);
  assert.equal((await fetch(`${gateway.url}/cli/main.mjs`)).status, 404);
});
