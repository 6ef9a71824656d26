import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { eventually } from "../eventually.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

const tools = ["look_up_order", "look_up_order", "search_customers", "no_such_order"] as const;

/** Calls the demo's tools as a client does: some that succeed, one that fails. */
async function callTools({ machine }: TestConsole): Promise<void> {
  const { mcpUrl, mcpKey } = machine.demo ?? assert.fail("no demo");
  for (const [id, tool] of tools.entries()) {
    const call =
      tool === "search_customers"
        ? { name: tool, arguments: { query: "ada" } }
        : { name: "look_up_order", arguments: { orderId: tool === "no_such_order" ? "Z-0000" : "A-1001" } };
    await fetch(mcpUrl, {
      method: "POST",
      headers: {
        "x-api-key": mcpKey,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: call }),
    });
  }
}

describe("the dashboard", () => {
  let console: TestConsole;
  before(async () => {
    console = await shareConsole("writing");
  });

  test("without a call it leads to the first one", async () => {
    const page = await console.open("/");
    await page.getByRole("link", { name: "Make the call" }).waitFor();
    await console.check(page, "dashboard-empty");
    await page.getByRole("link", { name: "Make the call" }).click();
    await page.getByRole("heading", { name: "First steps" }).waitFor();
  });

  test("shows calls, failures, what is live and the workers, each chart also in words and as a table", async () => {
    await callTools(console);
    await eventually(async () => {
      const { calls } = await console.client.getDashboard({ query: { window: "1h" } });
      return calls === tools.length ? true : undefined;
    }, 30_000);
    const page = await console.open("/?window=1h");
    await page.getByText("4 calls, 25 % failed").waitFor();
    await page.getByRole("link", { name: "Look up order" }).first().waitFor();
    await page.getByRole("img", { name: /4 calls/ }).waitFor();
    await console.check(page, "dashboard");
    await page.getByRole("button", { name: "Calls as a table" }).click();
    await page.getByRole("table", { name: "Calls", exact: true }).waitFor();
    await console.check(page, "dashboard-table");
  });

  test("draws its charts in a browser whose language nobody knows", async () => {
    const page = await console.open("/settings");
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix", configurable: true }),
    );
    await page.goto("/?window=1h");
    await page
      .getByRole("img", { name: /4 calls/ })
      .locator("canvas")
      .waitFor();
  });

  test("a dragged range opens the executions in it", async () => {
    const page = await console.open("/?window=1h");
    const box = await page
      .getByRole("img", { name: /4 calls/ })
      .locator("canvas")
      .boundingBox();
    assert.ok(box);
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.4, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, y, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/\/executions\?/);
    const { searchParams } = new URL(page.url());
    const [from, to] = ["from", "to"].map((name) => Date.parse((searchParams.get(name) ?? "").replaceAll('"', "")));
    assert.ok(from !== undefined && to !== undefined && to - from > 15 * 60_000 && to - from < 40 * 60_000, page.url());
  });

  test("the range is in the address, and a reload keeps it", async () => {
    const page = await console.open("/");
    await page.getByRole("button", { name: "7 days" }).click();
    await page.waitForURL(/window=7d/);
    await page.reload();
    await page.getByRole("button", { name: "7 days", pressed: true }).waitFor();
  });
});
