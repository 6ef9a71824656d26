import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { eventually } from "../eventually.ts";
import {
  beginFunctions,
  createFunction,
  editorOf,
  patience,
  placeBehind,
  problems,
  quiet,
  source,
  visit,
} from "./function-pages.ts";
import type { TestConsole } from "./start-console.ts";

let shown: TestConsole;

/** The scripts that a page has loaded, by address. */
async function scriptsOf(page: Page): Promise<Map<string, string>> {
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const urls = [...new Set(names)].filter((name) => /\/assets\/[^?]*\.js$/.test(name));
  const texts = await Promise.all(urls.map(async (url) => [url, await (await fetch(url)).text()] as const));
  return new Map(texts);
}
const zipped = (texts: Iterable<string>) =>
  [...texts].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);

describe("the Functions pages", () => {
  before(async () => {
    shown = await beginFunctions();
    await shown.client.createSecret({
      body: { environment: "development", name: "GREETING_TOKEN", value: "kept to itself" },
    });
  });

  test("are listed, found and created", async () => {
    const page = await visit("/functions");
    await page.getByRole("link", { name: "Look up order", exact: false }).first().waitFor();
    await shown.check(page, "functions");
    await page.getByRole("searchbox", { name: "Search Functions" }).fill("nothing has this name");
    await page.getByText("No Functions match").waitFor();
    assert.match(page.url(), /q=nothing/);
    await shown.check(page, "functions-none-fits");
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByRole("button", { name: "New Function" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Send mail");
    await shown.check(page, "function-new");
    await page.getByRole("button", { name: "Create Function" }).click();
    await page.waitForURL(/\/functions\/fn_/);
    await page.getByText("send-mail").first().waitFor();
    await quiet(page);
    await shown.check(page, "function");
  });

  test("offers this Project's own names, says what is wrong at once, and goes to definitions", async () => {
    const page = await visit(`/functions/${await createFunction()}`);
    await quiet(page);
    const heights = (inside: string) =>
      page.locator(inside).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    const [lines, numbers] = [await heights(".cm-line"), await heights(".cm-lineNumbers .cm-gutterElement")];
    // The first line number is hidden, and as wide as the longest.
    assert.deepEqual(numbers.slice(1), lines, "each number is beside its line");
    await placeBehind(page, "ctx.log.info");
    await page.keyboard.press("Enter");
    await page.keyboard.type('const token = await ctx.secrets.get("');
    const offered = page.locator(".cm-completionLabel", { hasText: "GREETING_TOKEN" });
    // The editor offers nothing before the types of the Project have come.
    await eventually(async () => {
      await page.keyboard.press("Control+Space");
      return offered.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => undefined,
      );
    }, patience.timeout);
    await page.keyboard.press("Escape");
    await page.keyboard.type("GREETING_TOKEN");
    await page.keyboard.press("End");
    await page.keyboard.insertText("; const wrong: number = token;");
    await problems(page).getByText("is not assignable to type 'number'").waitFor(patience);
    await problems(page).getByText('The secret "GREETING_TOKEN" is not declared').waitFor(patience);
    await problems(page).getByRole("button", { name: "Allow GREETING_TOKEN" }).click();
    await problems(page).getByText('The secret "GREETING_TOKEN" is not declared').waitFor({ state: "hidden" });
    await editorOf(page).getByText("cents", { exact: true }).first().click();
    await page.keyboard.press("F12");
    const declaration = page.getByRole("dialog", { name: /cents in the types of this Project/ });
    await declaration.waitFor(patience);
    await declaration.getByText("Cents as text.").waitFor(patience);
    await shown.check(page, "function-definition");
  });

  test("shows the tool as it would be listed, and follows what is typed", async () => {
    const page = await visit(`/functions/${await createFunction()}`);
    const card = page.getByRole("complementary", { name: "Side panel" });
    await card.getByText("Greets somebody by name.").waitFor(patience);
    await placeBehind(page, "name: string;");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/** How loud. */ loudness?: number;");
    await card.getByText("loudness").waitFor(patience);
    await card.getByRole("button", { name: "JSON" }).click();
    await card.getByText('"loudness"').waitFor();
    await shown.check(page, "function-tool-json");
  });

  test("saves with the keyboard; somebody else's newer revision is never overwritten, and both texts are shown", async () => {
    const id = await createFunction();
    const params = { functionId: id };
    const page = await visit(`/functions/${id}`, { allow: [/412 \(Precondition Failed\)/] });
    await quiet(page);
    await placeBehind(page, "ctx.log.info");
    await page.keyboard.type(" // mine");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Revision 2, saved").waitFor(patience);
    assert.match((await shown.client.getFunction({ params })).source, /\/\/ mine/);
    await shown.client.updateFunction({ params, body: { source: `${source}// theirs\n` } });
    await placeBehind(page, "// mine");
    await page.keyboard.type(" again");
    await page.keyboard.press("ControlOrMeta+s");
    const dialog = page.getByRole("dialog", { name: "Revision 3 was saved meanwhile" });
    await dialog.getByText("// theirs").waitFor(patience);
    await dialog.getByText("// mine again").waitFor();
    assert.doesNotMatch((await shown.client.getFunction({ params })).source, /again/);
    await shown.check(page, "function-conflict");
    await dialog.getByRole("button", { name: "Continue with the right side" }).click();
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Revision 4, saved").waitFor(patience);
    assert.match((await shown.client.getFunction({ params })).source, /\/\/ mine again/);
  });

  test("runs what is in the editor, streams its log, keeps the input, and stops a run", async () => {
    const slow = source.replace(
      "return {",
      'await new Promise((resolve) => setTimeout(resolve, input.name === "slow" ? 9_000 : 1));\n  return {',
    );
    const page = await visit(`/functions/${await createFunction(slow)}?panel=test`);
    const panel = page.getByRole("complementary", { name: "Side panel" });
    const name = panel.getByRole("textbox", { name: /^name/ });
    await panel.getByText("Whom to greet.").waitFor(patience);
    assert.equal(await name.inputValue(), "Ada");
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText('"Hello Ada"').waitFor(patience);
    await panel.getByRole("log").getByText("greeting").waitFor();
    await shown.check(page, "function-test");
    await panel.getByRole("button", { name: "Save as test case" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Ada is greeted");
    await page.getByRole("button", { name: "Save test case" }).click();
    await panel.getByRole("button", { name: "Run all" }).click();
    await panel.getByText("passed").waitFor(patience);
    await name.fill("Grace");
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText('"Hello Grace"').waitFor(patience);
    const { items } = await shown.client.listTestCases({
      params: { functionId: new URL(page.url()).pathname.split("/").at(-1) ?? "" },
    });
    const [saved] = items;
    await shown.client.updateTestCase({
      params: { functionId: saved?.functionId ?? "", testCaseId: saved?.id ?? "" },
      body: { expect: { status: "succeeded", output: "Hello Bob" } },
      headers: { "if-match": `"${saved?.revision}"` },
    });
    await page.reload();
    await panel.getByRole("button", { name: "Run all" }).click();
    await panel.getByText("failed", { exact: true }).waitFor(patience);
    await panel.getByRole("button", { name: "Expect this result" }).click();
    await panel.getByText("passed").waitFor(patience);
    assert.equal(await panel.getByRole("button", { name: "Expect this result" }).count(), 0);
    await name.fill("slow");
    await page.keyboard.press("ControlOrMeta+Enter");
    await panel.getByRole("log").getByText("greeting").waitFor(patience);
    await panel.getByRole("button", { name: "Stop" }).click();
    await panel.getByText("Cancelled", { exact: true }).waitFor(patience);
    await panel.getByRole("button", { name: "History" }).click();
    await page.getByRole("menuitem", { name: /Ada/ }).click();
    assert.equal(await name.inputValue(), "Ada");
  });

  test("compares any two revisions and puts an old one back in the editor", async () => {
    const id = await createFunction();
    await shown.client.updateFunction({
      params: { functionId: id },
      body: { source: `${source}// second\n`, timeoutMs: 500 },
    });
    const page = await visit(`/functions/${id}?tab=versions`, { theme: "light" });
    await page.getByText("// second").waitFor(patience);
    await page.getByText('"timeoutMs": 500').first().waitFor();
    await shown.check(page, "function-versions");
    await page.getByRole("button", { name: "Revision 1", exact: true }).click();
    assert.match(page.url(), /to=1/);
    await page.getByRole("button", { name: "Put revision 1 in the editor" }).click();
    await page.getByText("Unsaved changes, kept in this browser").waitFor(patience);
  });

  test("loads a TypeScript within its size, with every declaration it needs", async () => {
    const page = await visit(`/functions/${await createFunction()}`, { load: true });
    await quiet(page);
    const all = await scriptsOf(page);
    const isWorker = (url: string) => url.includes("typescript.worker");
    const worker = [...all].filter(([url]) => isWorker(url)).map(([, text]) => text);
    assert.equal(worker.length, 1);
    assert.ok(zipped(worker) <= 1_100_000, `the worker has ${zipped(worker)} bytes`);
    // A glob without a match is silent, and then every type is an error.
    const folder = dirname(
      createRequire(import.meta.resolve("@ferrule/console/editor/language/declarations.ts")).resolve(
        "typescript-compiler",
      ),
    );
    const wanted = readdirSync(folder).filter((name) => /^lib\.(?:es|decorators)(?!.*\.full\.).*\.d\.ts$/.test(name));
    assert.ok(wanted.length > 80);
    assert.deepEqual(
      wanted.filter((name) => !worker[0]?.includes(`/${name}`)),
      [],
    );
  });

  test("is all there for somebody who may only read, and at 390 pixels", async () => {
    const id = await createFunction();
    const page = await visit(`/functions/${id}`, { role: "operator", width: 390, height: 800 });
    await quiet(page);
    const save = page.getByRole("button", { name: "Save" });
    assert.equal(await save.getAttribute("aria-disabled"), "true");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} px wide`);
    await shown.check(page, "function-narrow");
    await shown.client.updateFunction({ params: { functionId: id }, body: { source: `${source}// second\n` } });
    await shown.go(page, `/functions/${id}?tab=versions`);
    const difference = page.getByRole("group", { name: "Revision 1 and revision 2" });
    await difference.getByText("added: // second").waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await shown.check(page, "function-versions-narrow");
  });
});
