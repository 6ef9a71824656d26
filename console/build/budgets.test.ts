import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { buildConsole } from "./build-console.ts";

const root = join(import.meta.dirname, "..", "..");
const assets = join(root, "console", "dist", "assets");
const kilobyte = 1_024;

const weigh = (file: string) => gzipSync(readFileSync(join(assets, file)), { level: 9 }).length;
const named = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

/** A script and everything that it imports before it runs. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(assets, file), "utf8");
  for (const next of named(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g, text)) withImports(next, seen);
  return seen;
}

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + weigh(file), 0);

describe("the built console keeps to its budgets, gzipped", () => {
  let html: string;
  before(async () => {
    await buildConsole(root);
    html = readFileSync(join(root, "console", "dist", "index.html"), "utf8");
  });

  const first = () => {
    const files = new Set<string>();
    for (const file of named(/\/assets\/([\w.-]+\.js)/g, html)) for (const each of withImports(file)) files.add(each);
    return files;
  };

  test("the first script weighs at most 130 KB and has no zod in it", () => {
    const files = first();
    assert.ok(files.size > 0);
    assert.ok(sum(files) <= 130 * kilobyte, `${sum(files)} bytes`);
    for (const file of files) assert.doesNotMatch(readFileSync(join(assets, file), "utf8"), /invalid_union/, file);
  });

  test("the styles weigh at most 15 KB", () => {
    const styles = named(/\/assets\/([\w.-]+\.css)/g, html);
    assert.ok(styles.length > 0);
    assert.ok(sum(styles) <= 15 * kilobyte, `${sum(styles)} bytes`);
  });

  const find = (name: string) => readdirSync(assets).find((file) => file.startsWith(name)) ?? assert.fail(name);

  test("any page weighs at most 230 KB with everything it needs, the editor apart", () => {
    const pages = readdirSync(assets).filter((file) => /-page-[\w-]{8}\.js$/.test(file));
    assert.ok(pages.length > 15, pages.join(" "));
    for (const page of pages) {
      const files = new Set([...first(), ...withImports(find("console-app-")), ...withImports(page)]);
      const weight = sum(files);
      assert.ok(weight <= 230 * kilobyte, `${page}: ${weight} bytes`);
    }
  });

  test("the editor weighs at most 185 KB beside the page of a Function", () => {
    const page = new Set([...first(), ...withImports(find("console-app-")), ...withImports(find("function-page-"))]);
    const editor = [...withImports(find("code-pane-"))].filter((file) => !page.has(file));
    assert.ok(sum(editor) <= 185 * kilobyte, `${sum(editor)} bytes`);
    assert.ok(sum(editor) > 100 * kilobyte, "the editor is somewhere else");
  });

  test("the page has no inline script or style, and a place for the nonce", () => {
    assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
    assert.match(html, /<meta property="csp-nonce" nonce="__CSP_NONCE__"/);
  });
});
