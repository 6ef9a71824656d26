import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("the documentation in the console", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });

  test("is whole, is searched, and its links lead to its own pages", async () => {
    const page = await shown.open("/docs", { load: true });
    const list = page.getByRole("list", { name: "Documentation" });
    await list.getByRole("link", { name: /^Quickstart/ }).waitFor();
    assert.ok((await list.getByRole("link").count()) >= 13);
    await page.getByRole("searchbox", { name: "Search the documentation" }).fill("revision conflict");
    const found = page.getByRole("list", { name: "Search results" });
    await found
      .getByRole("link", { name: /REVISION_CONFLICT/ })
      .first()
      .waitFor();
    await shown.check(page, "docs-search");
    await found
      .getByRole("link", { name: /^REVISION_CONFLICT/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "Errors" }).waitFor();
    assert.equal(new URL(page.url()).hash, "#revision_conflict");
    await page.waitForFunction(() => {
      const top = document.querySelector("#revision_conflict")?.getBoundingClientRect().top ?? -1;
      return top >= 0 && top < innerHeight / 2;
    });
    await page.waitForFunction(() => document.title.startsWith("Errors · ") && document.title.endsWith(" · Ferrule"));
    await shown.check(page, "docs-page", true);
    await page.getByRole("article").getByRole("link", { name: "MCP" }).first().click();
    await page.getByRole("heading", { level: 1, name: "MCP Endpoints" }).waitFor();
    // Markup in the text would become an element. Comments are only for editors of the file.
    assert.equal(await page.getByText("<!--").count(), 0);
  });

  test("is found by the palette", async () => {
    const page = await shown.open("/functions");
    await page.getByRole("heading", { level: 1, name: "Functions" }).waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("idempotency");
    await page.getByRole("option", { name: /Docs/ }).first().click();
    await page.waitForURL(/\/docs\/\w+/);
  });

  test("a page that is not there says so", async () => {
    const page = await shown.open("/docs/nothing");
    await page.getByText("There is no documentation page “nothing”").waitFor();
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
