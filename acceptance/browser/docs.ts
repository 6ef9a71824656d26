import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("the documentation", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });

  test("is whole, is searched, and its links lead to its own pages", async () => {
    const page = await shown.open("/docs", { load: true });
    const list = page.getByRole("navigation", { name: "Documentation" });
    await list.getByRole("link", { name: /^Quickstart/ }).waitFor();
    assert.ok((await list.getByRole("link").count()) >= 30);
    await page.getByRole("searchbox", { name: "Search the documentation" }).fill("revision conflict");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/search\?q=revision\+conflict$/);
    await shown.check(page, "docs-search");
    // Functions get a code of the same name, which has a section of its own.
    const sections = page.getByRole("link", { name: /^REVISION_CONFLICT/ });
    await sections.nth(1).waitFor();
    await sections.and(page.locator("[href$='#revision_conflict']")).click();
    await page.getByRole("heading", { level: 1, name: "Errors" }).waitFor();
    assert.equal(new URL(page.url()).hash, "#revision_conflict");
    await shown.check(page, "docs-page", true);
    await page.getByRole("article").getByRole("link", { name: "MCP" }).first().click();
    await page.getByRole("heading", { level: 1, name: "MCP Endpoints" }).waitFor();
    // Comments are only for editors of the file.
    assert.equal(await page.getByText("<!--").count(), 0);
    await page.getByRole("button", { name: "Copy" }).first().waitFor();
  });

  test("is read without a script", async () => {
    const browser = (await shown.open("/docs", { load: true })).context().browser();
    assert.ok(browser);
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shown.url });
    try {
      const page = await context.newPage();
      await page.goto("/docs/search?q=idempotency");
      await page
        .getByRole("article")
        .getByRole("link", { name: /Idempoten/i })
        .first()
        .click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Copy" }).count(), 0);
    } finally {
      await context.close();
    }
  });

  test("is found by the palette", async () => {
    const page = await shown.open("/functions");
    await page.getByRole("heading", { level: 1, name: "Functions" }).waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("idempotency");
    const opened = page.context().waitForEvent("page");
    await page.getByRole("option", { name: /Docs/ }).first().click();
    const documentation = await opened;
    await documentation.waitForURL(/\/docs\/\w+/);
    await documentation.close();
  });

  test("a page that is not there says so", async () => {
    const page = await shown.open("/docs/nothing", { allow: [/status of 404/] });
    await page.getByRole("heading", { name: "No such page" }).waitFor();
  });

  test("whoever may not save reads a source and cannot write in it", async () => {
    const { items } = await shown.client.listFunctions({ query: { limit: 1 } });
    const page = await shown.open(`/functions/${items[0]?.id ?? ""}`, { role: "operator" });
    const source = page.getByRole("textbox", { name: /^Source of/ });
    await source.waitFor();
    assert.equal(await source.getAttribute("aria-readonly"), "true");
    assert.match((await source.getAttribute("aria-description")) ?? "", /Your role \(Operator\) does not allow this/);
    const before = await source.textContent();
    await source.click();
    await page.keyboard.type("x");
    assert.equal(await source.textContent(), before);
    await shown.check(page, "function-read-only");
  });
});
