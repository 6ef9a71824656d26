import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { shareConsole, type TestConsole } from "./start-console.ts";

/** A busy machine responds in seconds, not in milliseconds. */
const patience = { timeout: 40_000 };

describe("who can call what", () => {
  let console: TestConsole;
  let mcp: string;
  before(async () => {
    console = await shareConsole("keeping");
    const { items } = await console.client.listRuntimeEndpoints({ query: {} });
    mcp = items.find(({ slug }) => slug === "assistant")?.id ?? assert.fail("no MCP Endpoint in the demo");
  });

  const visit = async (...given: Parameters<TestConsole["open"]>): Promise<Page> => {
    const page = await console.open(...given);
    page.setDefaultTimeout(patience.timeout);
    return page;
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

  test("an emergency stop refuses calls in one environment, says who and why, and ends", async () => {
    const page = await visit(`/endpoints/${mcp}`, { role: "operator" });
    await button(page, "Emergency stop").click();
    await page.getByLabel("Reason").fill("Wrong prices");
    await console.check(page, "endpoint-stop", true);
    await button(page, "Stop Development").click();
    await page.getByText("Wrong prices").waitFor();
    await page.getByText("Stopped in Development.").waitFor();
    await console.check(page, "endpoint-stopped");
    assert.equal(await button(page, "Emergency stop").getAttribute("aria-disabled"), "true");
    await button(page, "Resume Development").click();
    await page.getByText("Stopped in Development.").waitFor({ state: "detached" });
  });

  test("one page says who can call what, finds who may call one tool, and downloads it", async () => {
    const body = { environment: "development" as const, name: "Reviewed", scopes: ["convert_amount"] };
    await console.client.createApiKey({ params: { endpointId: mcp }, body });
    const page = await visit("/access");
    const row = page.getByRole("row", { name: /Reviewed/ });
    await row.getByText("convert_amount").waitFor();
    await console.check(page, "access", true);
    await button(page, "Tool or route").click();
    await page.getByRole("textbox", { name: "Tool or route" }).fill("summarize_day");
    await page.keyboard.press("Enter");
    await page.waitForURL(/target=summarize_day/);
    await row.waitFor({ state: "detached" });
    await page
      .getByRole("row", { name: /summarize_day/ })
      .first()
      .waitFor();
    await button(page, "Export").click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /CSV/ }).click(),
    ]);
    assert.match(readFileSync(await file.path(), "utf8"), /^kind,id,name,[^]*summarize_day/);
    const phone = await visit("/access?stale=true", { width: 360, height: 800 });
    await phone.getByRole("heading", { name: "No callers match" }).waitFor();
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${wide} px wide`);
  });
});
