import assert from "node:assert/strict";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { errors } from "@ferrule/contract/errors.ts";
import { diagnosticHelp } from "@ferrule/contract/help/diagnostic-help.ts";
import { errorHelp } from "@ferrule/contract/help/error-help.ts";
import { diagnosticDocs, errorDocs, type Help } from "@ferrule/contract/help/help.ts";
import { hostErrorHelp } from "@ferrule/contract/help/host-error-help.ts";
import { readTextIndex } from "@ferrule/kit/text-index.ts";
import { buildManual } from "./build-manual.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { servedLinks } from "./served-links.ts";

const root = join(import.meta.dirname, "..", "..", "..");

describe("the documentation as it is served", () => {
  let folder: string;
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "ferrule-manual-"));
    buildManual(root, folder);
  });
  after(() => rmSync(folder, { recursive: true }));

  const pages = () => globSync("docs/**/*.html", { cwd: folder });
  const addressOf = (file: string) => `/${file.replace(/(?:\/index)?\.html$/, "")}`;

  test("has every page of the folder docs, as HTML and as Markdown", () => {
    const files = globSync("docs/**/*.md", { cwd: root });
    assert.ok(files.length > 90);
    for (const file of files) {
      const served = file.replace(/\/README\.md$/, ".md");
      assert.match(read(served), /^# /, file);
      assert.match(read(served.replace(/md$/, "html")), /<h1>/, file);
    }
  });

  test("every link and every anchor leads to something that is served", () => {
    const texts = new Map(pages().map((file) => [addressOf(file), read(file)]));
    const plain = new Set(["/", "/llms.txt", "/ferrule.svg", "/docs/search"]);
    for (const [address, text] of texts) {
      for (const [, to = ""] of text.matchAll(/ (?:href|src|action)="([^"]+)"/g)) {
        if (/^(?:https?|mailto):/.test(to)) continue;
        const [path = "", hash] = to.split("#", 2);
        const target = path === "" ? text : texts.get(path);
        const isFile = plain.has(path) || (/\.(?:md|css|js)$/.test(path) && read(path).length > 0);
        assert.ok(isFile || target !== undefined, `${address}: ${to}`);
        if (hash !== undefined) assert.ok(target?.includes(` id="${hash}"`), `${address}: ${to}`);
      }
    }
  });

  test("every link of the Markdown leads to Markdown that is served", () => {
    for (const file of globSync("docs/**/*.md", { cwd: folder })) {
      const text = read(file).replaceAll(/^```[\s\S]*?^```[ \t]*$|`[^`\n]*`/gm, "");
      for (const [, to = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const [path = ""] = to.split("#", 1);
        if (path !== "" && !/^(?:https?|mailto):/.test(path)) assert.ok(read(path).length > 0, `${file}: ${to}`);
      }
    }
  });

  test("no page needs a script, has an inline one, or has two things with one id", () => {
    for (const file of pages()) {
      const text = read(file);
      assert.doesNotMatch(
        text,
        /<script(?![^>]* src="\/assets\/docs-[\w-]{8}\.js" defer>)|<style|\sstyle=|\son\w+=/,
        file,
      );
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
      assert.deepEqual(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        [],
        file,
      );
    }
  });

  test("every error code and every code of a build has a page with its cause and what to do", () => {
    const addresses = [...Object.keys(errors), ...Object.keys(hostErrorHelp)].map(errorDocs);
    for (const address of [...addresses, ...Object.keys(diagnosticHelp).map(diagnosticDocs)]) {
      assert.match(read(`${address}.html`), /What to do/, address);
      assert.match(read(`${address}.md`), /^# [A-Z_]+\n/, address);
    }
    for (const help of [errorHelp, hostErrorHelp, diagnosticHelp].flatMap((table) => Object.values<Help>(table)))
      for (const text of [help.cause, help.fix]) assert.match(text, /^[A-Z`"].{7,}[.:)]$|^[A-Z`][^]*[.]$/, text);
  });

  test("shows its version", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    assert.ok(read("docs/mcp.html").includes(`Ferrule ${version} · `));
  });

  test("a list and a whole text for models have the form that models expect", () => {
    const list = read("llms.txt");
    assert.match(
      list,
      /^# Ferrule\n\n> \S.*\n\n(?:.+\n)+\n## Begin\n\n- \[Quickstart\]\(__ORIGIN__\/docs\/quickstart\.md\): \S/,
    );
    for (const [, path = ""] of list.matchAll(/\(__ORIGIN__(\/[^)]+)\)/g)) assert.ok(read(path).length > 0, path);
    const whole = read("llms-full.txt");
    assert.ok(whole.includes("# MCP Endpoints\n") && !whole.includes("Governs ["));
  });

  test("a search finds the section", () => {
    const index = readTextIndex(read("docs/.index.json"));
    const sections = index.find("revision_conflict", 2).map(({ address }) => address);
    assert.ok(sections.includes("/docs/errors#revision_conflict"), sections.join());
    assert.ok(index.find("durable run", 5).some(({ address }) => address.startsWith("/docs/runs")));
    const began = performance.now();
    for (let n = 0; n < 20; n += 1) index.find("aaaaaaaa the of and to function functions ferrule endpoint", 20);
    assert.ok(performance.now() - began < 4_000);
  });
});

test("markup in a page is shown, links with a script lose it, and code is coloured and escaped", () => {
  const page = { slug: "a", file: "docs/a.md", title: "A" };
  const render = (markdown: string) => renderMarkdown(servedLinks([{ ...page, markdown }], ""))({ ...page, markdown });
  assert.equal(render("<img src=x onerror=alert(1)>"), "&lt;img src=x onerror=alert(1)&gt;");
  assert.equal(render("[a](javascript:alert(1)) [b](../gateway/main.ts)"), "<p>a b</p>\n");
  assert.equal(render('[a](https://example.com/"x)'), '<p><a href="https://example.com/&quot;x">a</a></p>\n');
  assert.match(
    render('```ts\nconst a = "</code><b>";\n```'),
    /<span class="k">const<\/span> .*&lt;\/code&gt;&lt;b&gt;/,
  );
  assert.equal(render("<!-- for editors -->\n\nText"), "<p>Text</p>\n");
});
