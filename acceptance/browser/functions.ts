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
  madeSoFar,
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

  test("writes tests with their types, runs what is in the editors, and leads to what failed", async () => {
    const id = await createFunction();
    const page = await visit(`/functions/${id}?tab=tests`, { theme: "light" });
    await page.getByRole("heading", { name: "No tests yet" }).waitFor();
    await shown.check(page, "function-tests-empty");
    await page.getByRole("button", { name: "Start with a test" }).click();
    const editor = page.getByRole("textbox", { name: /^Tests of / });
    const results = page.getByRole("region", { name: "Results" });
    await quiet(page);
    await page.getByRole("button", { name: "Run tests" }).click();
    await results.getByText("1 passed").waitFor(patience);
    await editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText(
      [
        `import greet from "./greeter-${madeSoFar()}";`,
        'test("greets Grace", async () => {',
        '  const result = await call({ name: "Grace" });',
        "  const greeting: string = typeof greet;",
        '  expect({ ...result.output, greeting }).toEqual({ greeting: "Hello Ada", price: "5 ct" });',
        "});",
        'test.skip("later");',
      ].join("\n"),
    );
    await results.getByText("The texts have changed since this run.").waitFor();
    await quiet(page);
    await page.getByRole("checkbox", { name: "Measure coverage" }).check();
    await page.keyboard.press("ControlOrMeta+Enter");
    await results.getByText("1 failed").waitFor(patience);
    await results.getByText("1 skipped").waitFor();
    const difference = results.getByRole("group", { name: "Expected and actual value of greets Grace" });
    await difference.getByText('greeting: "function"').waitFor();
    await results.getByRole("button", { name: "Log · 1" }).last().click();
    await results.getByRole("log").getByText("greeting").waitFor();
    await results
      .getByText(/^Lines 100.?% \(/)
      .first()
      .waitFor();
    await shown.check(page, "function-tests");
    await results.getByRole("button", { name: /^Go to line / }).click();
    await page.locator(".cm-activeLine").getByText("expect({ ...result.output").waitFor();
    await page.getByText("Unsaved changes, kept in this browser").waitFor();
    await page.reload();
    await editor.getByText("greets Grace").waitFor(patience);
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Revision 2, saved").waitFor(patience);
    const saved = await shown.client.getFunction({ params: { functionId: id } });
    assert.match(saved.tests, /test\.skip\("later"\)/);
    assert.equal(saved.source, source);
    await shown.go(page, `/functions/${id}?tab=versions`);
    await page.getByRole("group", { name: "Tests of the two revisions" }).waitFor(patience);
    const operator = await visit(`/functions/${id}?tab=tests&line=4`, { role: "operator", width: 390, height: 800 });
    await operator.locator(".cm-content[aria-readonly=true]").waitFor(patience);
    assert.equal(await operator.getByRole("button", { name: "Run tests" }).getAttribute("aria-disabled"), "true");
    assert.ok((await operator.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await shown.check(operator, "function-tests-narrow");
  });

  test("makes a test of a recorded call, beside changes that are not saved", async () => {
    const id = await createFunction();
    const page = await visit(`/functions/${id}?panel=test`);
    const panel = page.getByRole("complementary", { name: "Side panel" });
    await panel.getByText("Whom to greet.").waitFor(patience);
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText('"Hello Ada"').waitFor(patience);
    await placeBehind(page, "ctx.log.info");
    await page.keyboard.type(" // not saved");
    await page.getByText("Unsaved changes, kept in this browser").waitFor();
    const recorded = panel.getByRole("link", { name: "Open the execution" });
    const executionId = new URL(page.url()).origin + (await recorded.getAttribute("href"));
    await eventually(async () => {
      const { items } = await shown.client.listExecutions({ query: { functionId: id } });
      return items.find((one) => executionId.endsWith(one.id));
    }, patience.timeout);
    await recorded.click();
    await page.getByRole("button", { name: "Make a test of this call" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a test of this call" });
    await dialog.getByText('await call({ name: "Ada" }').waitFor();
    await shown.check(page, "execution-make-test");
    const { pathname } = new URL(page.url());
    const narrow = await visit(`${pathname}?test=true`, { role: "operator", width: 390, height: 800 });
    const add = narrow.getByRole("dialog").getByRole("button", { name: /^Add to the tests of Greeter/ });
    await add.and(narrow.locator("[aria-disabled]")).waitFor();
    assert.ok((await narrow.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await shown.check(narrow, "execution-make-test-narrow");
    await dialog.getByRole("button", { name: /^Copy/ }).click();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^import \{ call, expect, test \}/);
    await dialog.getByRole("button", { name: /^Add to the tests of Greeter/ }).click();
    await page.waitForURL(/tab=tests/);
    await page.locator(".cm-activeLine").getByText('test("request ').waitFor(patience);
    await page.getByText(/Your unsaved changes from .* were restored/).waitFor();
    await page.getByRole("button", { name: "Run tests" }).click();
    await page.getByRole("region", { name: "Results" }).getByText("1 passed").waitFor(patience);
    const { tests, revision } = await shown.client.getFunction({ params: { functionId: id } });
    assert.deepEqual([tests, revision], ["", 1], "nothing is saved before one saves it");
    await page.getByRole("tab", { name: "Code" }).click();
    await editorOf(page).getByText("// not saved").waitFor(patience);
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Revision 2, saved").waitFor(patience);
    const saved = await shown.client.getFunction({ params: { functionId: id } });
    assert.match(saved.tests, /await call\(\{ name: "Ada" \}/);
    assert.match(saved.source, /\/\/ not saved/);
  });

  test("lets two who changed the tests merge them", async () => {
    const id = await createFunction();
    const params = { functionId: id };
    const text = 'import { test } from "ferrule/test";\n';
    await shown.client.updateFunction({ params, body: { tests: text } });
    const page = await visit(`/functions/${id}?tab=tests`, { allow: [/412 \(Precondition Failed\)/] });
    await quiet(page);
    await page.getByRole("textbox", { name: /^Tests of / }).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText("// mine");
    await shown.client.updateFunction({
      params,
      body: { tests: `${text}// theirs\n`, source: `${source}// theirs\n` },
    });
    await page.keyboard.press("ControlOrMeta+s");
    const dialog = page.getByRole("dialog", { name: "Revision 3 was saved meanwhile" });
    const merge = dialog.getByRole("region", { name: "Tests" });
    await merge.getByText("// theirs").waitFor(patience);
    await merge.getByText("// mine").waitFor();
    assert.equal(await dialog.getByRole("region", { name: "Source" }).count(), 0);
    await shown.check(page, "function-tests-conflict");
    await dialog.getByRole("button", { name: "Continue with the right side" }).click();
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Revision 4, saved").waitFor(patience);
    const saved = await shown.client.getFunction({ params });
    assert.equal(saved.tests, `${text}// mine`);
    assert.match(saved.source, /\/\/ theirs/, "a source that one did not change stays as they saved it");
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
