import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { buildConsole } from "./build-console.ts";

const root = join(import.meta.dirname, "..", "..");
const assets = join(root, "console", "dist", "assets");
const kilobyte = 1_024;

/** The size of a file as the gateway sends it: compressed with brotli, if that makes it smaller. */
const weigh = (file: string) => {
  const path = join(assets, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
};
const named = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

/** A script and everything it imports before it runs. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(assets, file), "utf8");
  for (const next of named(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g, text)) withImports(next, seen);
  return seen;
}

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + weigh(file), 0);

describe("the built console keeps to its budgets, as it is sent", () => {
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

  test("signing in needs at most 90 KB of scripts in two files, without zod and the shell", () => {
    const files = first();
    assert.ok(files.size > 0 && files.size <= 2, [...files].join(" "));
    assert.ok(sum(files) <= 90 * kilobyte, `${sum(files)} bytes`);
    for (const file of files)
      assert.doesNotMatch(readFileSync(join(assets, file), "utf8"), /invalid_union|\/api\/secrets/, file);
  });

  test("the styles weigh at most 15 KB", () => {
    const styles = named(/\/assets\/([\w.-]+\.css)/g, html);
    assert.ok(styles.length > 0);
    assert.ok(sum(styles) <= 15 * kilobyte, `${sum(styles)} bytes`);
  });

  const find = (name: string) => readdirSync(assets).find((file) => file.startsWith(name)) ?? assert.fail(name);

  const shell = () => [...first(), ...withImports(find("shell-"))];

  test("any page weighs at most 250 KB with everything it needs in at most 12 files, the editor apart", () => {
    const pages = readdirSync(assets).filter((file) => /-page-[\w-]{8}\.js$/.test(file));
    assert.ok(pages.length > 15, pages.join(" "));
    for (const page of pages) {
      const files = new Set([...shell(), ...withImports(page)]);
      const weight = sum(files);
      assert.ok(weight <= 250 * kilobyte, `${page}: ${weight} bytes`);
      assert.ok(files.size <= 12, `${page}: ${[...files].join(" ")}`);
    }
  });

  test("the editor weighs at most 185 KB beside the page of a Function", () => {
    const page = new Set([...shell(), ...withImports(find("function-page-"))]);
    const editor = [...withImports(find("code-pane-"))].filter((file) => !page.has(file));
    assert.ok(sum(editor) <= 185 * kilobyte, `${sum(editor)} bytes`);
    assert.ok(sum(editor) > 100 * kilobyte, "the editor is somewhere else");
  });

  test("the page has no inline script or style, and a place for the nonce", () => {
    assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
    assert.match(html, /<meta property="csp-nonce" nonce="__CSP_NONCE__"/);
  });
});
