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
});
