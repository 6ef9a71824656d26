import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("what operators see", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });
  after(async () => {
    const { revision } = await shown.client.getExport({});
    const body = { url: null, auditEvents: false, executions: false, authorization: null };
    await shown.client.updateExport({ body, headers: { "if-match": `"${revision}"` } });
  });

  test("an owner sets up the export, and its test says why nothing arrives", async () => {
    const page = await shown.open("/settings?tab=export");
    await page.getByRole("button", { name: "Set up the export" }).click();
    const form = page.getByRole("dialog", { name: "Continuous export" });
    await form.getByLabel("Receiver").fill("https://user:secret@logs.example");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText(/must be an address such as/).waitFor();
    await form.getByLabel("Receiver").fill("http://127.0.0.1:9/ferrule");
    await shown.check(page, "settings-export-form");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page
      .getByText(/Its address is private/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Paused", { exact: true }).waitFor();
    await shown.check(page, "settings-export");
  });

  test("the status names every role with its version", async () => {
    const page = await shown.open("/settings?tab=status");
    await page.getByRole("heading", { name: "Workers · 1" }).waitFor();
    await page.getByRole("heading", { name: "Control planes · 1" }).waitFor();
    await page.getByRole("heading", { name: "Gateways · 1" }).waitFor();
    await shown.check(page, "settings-status");
  });

  test("usage is told by day, caller, tenant and tool", async () => {
    const page = await shown.open("/usage?by=caller&days=7d");
    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Tool", exact: true }).click();
    await page.waitForURL(/by=tool/);
    assert.match(page.url(), /days=7d/);
    await shown.check(page, "usage");
  });

  test("usage draws the quota of a day beside whoever used most of it, and says it in words and in the table", async () => {
    const page = await shown.open("about:blank", { alone: true });
    const [day, before] = [0, 1].map((back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10));
    const caller = { kind: "api-key", id: "key_1", name: "Shop" };
    const sums = {
      runs: 0,
      failed: 0,
      rejected: 0,
      durationMs: 900,
      cpuMs: 90,
      tenantId: null,
      tool: null,
      kind: null,
    };
    const row = (on = day, calls = 700) => ({ ...sums, day: on, caller, calls });
    const quotas = [{ by: "key", period: "day", requests: 1_000, endpointId: "ep_1", endpointName: "Orders" }];
    const json = { from: day, to: day, items: [row(), row(before, 400)], truncated: false, quotas };
    await page.route("**/api/usage?*", (route) => route.fulfill({ json }));
    await shown.go(page, "/usage?days=7d");
    await page.getByText(/ Each API key can make 1,000 requests a day at Orders\.$/).waitFor();
    await page
      .getByRole("img", { name: /1,000 requests a day/ })
      .locator("canvas")
      .waitFor();
    await shown.check(page, "usage-quota");
    await page.getByRole("button", { name: "Calls by day as a table" }).click();
    const table = page.getByRole("table", { name: "Calls by day" });
    for (const name of ["Busiest key", "Quota of each key"]) await table.getByRole("columnheader", { name }).waitFor();
    await table.getByRole("row", { name: /700.*1,000|700.*1K/ }).waitFor();
    await page.context().close();
  });
});
