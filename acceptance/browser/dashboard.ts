import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { eventually } from "../eventually.ts";
import { callTool } from "./call-tool.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

const tools = ["look_up_order", "look_up_order", "search_customers", "no_such_order"] as const;

/** Calls the demo's tools as a client does: some that succeed, one that fails. */
async function callTools(shown: TestConsole): Promise<void> {
  for (const tool of tools) {
    if (tool === "search_customers") await callTool(shown, tool, { query: "ada" });
    else await callTool(shown, "look_up_order", { orderId: tool === "no_such_order" ? "Z-0000" : "A-1001" });
  }
}

describe("the dashboard", () => {
  let console: TestConsole;
  before(async () => {
    console = await shareConsole("keeping");
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
    await page.getByText(/^4 calls since the first one at .*, 25% failed/).waitFor();
    await page.getByRole("link", { name: "Look up order" }).first().waitFor();
    await page.getByRole("img", { name: /4 calls/ }).waitFor();
    await console.check(page, "dashboard");
    await page.getByRole("button", { name: "Calls as a table" }).click();
    const table = page.getByRole("table", { name: "Calls", exact: true });
    for (const name of ["Succeeded", "Failed", "Rejected", "Cancelled"])
      await table.getByRole("columnheader", { name }).waitFor();
    assert.ok((await table.getByRole("row").count()) < 12, "it begins with the first call, not an hour before");
    await console.check(page, "dashboard-table");
    const callers = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Top callers" }) })
      .last();
    await callers.getByRole("link", { name: /^key / }).click();
    const calls = page.getByRole("table", { name: "Executions" });
    await calls.getByRole("row").nth(tools.length).waitFor();
    assert.match(new URL(page.url()).searchParams.get("caller") ?? "", /key_/);
    await calls.getByRole("row").nth(1).click();
    await page.getByRole("link", { name: "their other calls" }).click();
    await calls.getByRole("row").nth(tools.length).waitFor();
    await console.check(page, "executions-of-a-caller");
  });

  test("tells what was changed, and nothing that was refused", async () => {
    const { items } = await console.client.listFunctions({ query: { limit: 1 } });
    const [{ id: functionId, revision, description }] = [items[0] ?? assert.fail("no Function")];
    const change = (text: string, headers: { "if-match": string }) =>
      console.client.updateFunction({ params: { functionId }, body: { description: text }, headers });
    await assert.rejects(change("Refused.", { "if-match": '"999999"' }), { code: "REVISION_CONFLICT" });
    const operator = await console.open("/", { role: "operator", allow: [/status of 403/] });
    await operator.getByText("deploy #1 · completed").waitFor();
    const status = await operator.evaluate(async (id) => {
      const token = /ferrule_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const headers = { "content-type": "application/json", "x-csrf-token": decodeURIComponent(token) };
      const body = JSON.stringify({ description: "Forbidden." });
      return (await fetch(`/api/functions/${id}`, { method: "PATCH", headers, body })).status;
    }, functionId);
    assert.equal(status, 403);
    const denied = await console.client.listAuditEvents({ query: { targetId: functionId, outcome: "denied" } });
    assert.ok(denied.items.length > 0, "there is something that was refused");
    const page = await console.open("/");
    const card = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Recent changes" }) })
      .last();
    await card.getByRole("listitem").first().waitFor();
    const rows = await card.getByRole("listitem").allInnerTexts();
    assert.ok(
      rows.every((row) => !row.includes("operator@acme.example")),
      rows.join("\n"),
    );
    await change(`${description} `, { "if-match": `"${revision}"` });
    await page.reload();
    await card
      .getByRole("link", { name: /^owner@acme\.example changed the Function / })
      .first()
      .click();
    await page.waitForURL(/\/audit\?.*event=/);
    await page.goBack();
    await change(description, { "if-match": `"${revision + 1}"` });
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
    assert.ok(from !== undefined && to !== undefined && to - from > 60_000 && to - from < 4 * 60_000, page.url());
  });

  test("a press on a step opens its executions", async () => {
    const page = await console.open("/?window=1h");
    const box = await page
      .getByRole("img", { name: /4 calls/ })
      .locator("canvas")
      .boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width * 0.6, box.y + box.height / 2);
    await page.waitForURL(/\/executions\?/);
    const { searchParams } = new URL(page.url());
    const [from, to] = ["from", "to"].map((name) => Date.parse((searchParams.get(name) ?? "").replaceAll('"', "")));
    assert.equal((to ?? 0) - (from ?? 0), 60_000, page.url());
  });

  test("compares the range with the time before, in words, in the picture and in the table", async () => {
    const page = await console.open("/?window=1h");
    await page.getByRole("button", { name: "With the hour before" }).click();
    await page.waitForURL(/compare=true/);
    await page.getByText(/^4 calls .* None the hour before\.$/).waitFor();
    await console.check(page, "dashboard-compared");
    await page.getByRole("button", { name: "Calls as a table" }).click();
    const table = page.getByRole("table", { name: "Calls", exact: true });
    await table.getByRole("columnheader", { name: "The hour before" }).waitFor();
  });

  test("names what fails by Function and by endpoint, since when and for whom", async () => {
    const page = await console.open("/?window=1h");
    for (const title of ["Failures by Function", "Failures by endpoint"]) {
      const card = page
        .locator("section")
        .filter({ has: page.getByRole("heading", { name: title }) })
        .last();
      await card.getByText(/^since \d\d:\d\d, for 1 caller of 1 tenant$/).waitFor();
    }
    const failures = page.getByRole("link", { name: /^1 failed/ });
    assert.equal(await failures.count(), 5, "in the key figures, and for a Function, a caller and an endpoint");
    for (let n = 0; n < 5; n += 1) {
      await failures.nth(n).click();
      await page.waitForURL(/status=failed_or_timed_out/);
      await page.getByText("1 call", { exact: true }).waitFor();
      await page.goBack();
      await failures.nth(n).waitFor();
    }
    await page.getByRole("link", { name: "Shop assistant" }).click();
    await page.getByRole("heading", { name: "Shop assistant" }).waitFor();
  });

  test("a Function, an endpoint and a tool have charts of their own calls", async () => {
    const { items } = await console.client.listRuntimeEndpoints({ query: {} });
    const endpoint = items.find(({ slug }) => slug === "assistant") ?? assert.fail("no MCP Endpoint in the demo");
    const page = await console.open(`/endpoints/${endpoint.id}?window=1h`);
    await page.getByText(/^4 calls since the first one at .*, 25% failed/).waitFor();
    await console.check(page, "endpoint-charts");
    await page.getByRole("tab", { name: "Bindings" }).click();
    await page.getByRole("button", { name: "Calls of look_up_order" }).click();
    await page.getByText(/^3 calls since the first one at .*, 33% failed/).waitFor();
    await page.getByRole("button", { name: "Calls as a table" }).click();
    await page.getByRole("table", { name: "Calls", exact: true }).getByRole("button").last().click();
    await page.waitForURL(/\/executions\?.*bindingId=/);
    const { items: functions } = await console.client.listFunctions({ query: { q: "look" } });
    await page.goto(`/functions/${functions[0]?.id}?tab=activity&window=1h`);
    await page.getByText(/^3 calls since the first one at .*, 33% failed/).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await console.check(page, "function-activity", true);
  });

  test("errors and the page of one fit a phone, and a finger finds their links beside times", async () => {
    const page = await console.open("/executions?tab=errors", { width: 360, height: 740, alone: true });
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
    const errors = page.getByRole("list", { name: "Error groups" });
    await errors.getByRole("link", { name: "1 execution", exact: true }).waitFor();
    await console.check(page, "errors-360", true);
    await errors.getByRole("link", { name: /Z-0000/ }).click();
    await page.getByText(/^1 failure in the last 7 days, at \d\d:\d\d\.$/).waitFor();
    await page.getByRole("cell", { name: /× 1$/ }).first().waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await console.check(page, "error-360", true);
    await page.getByRole("combobox", { name: "Assign to…" }).click();
    await page.getByRole("option", { name: /owner@acme\.example/ }).click();
    await page.getByText("owner@acme.example", { exact: true }).waitFor();
    await page.context().close();
  });

  test("runs that failed and runs that expired are told apart, each number with its runs", async () => {
    const { counts, paused } = await console.client.countRuns({ query: { environment: "development" } });
    const some = (count: number) => ({ count, atLeast: false });
    const json = { counts: { ...counts, failed: some(1), expired: some(2) }, paused };
    const page = await console.open("/settings", { alone: true });
    await page.route("**/api/runs/counts?*", (route) => route.fulfill({ json }));
    await page.goto("/");
    await page.getByText("1 run failed in Development in the last 24 hours").waitFor();
    await page.getByText("2 runs expired in Development in the last 24 hours").waitFor();
    await page.getByRole("link", { name: "Show them" }).last().click();
    await page.waitForURL(/\/runs\?.*status=expired/);
  });

  test("the range is in the address, and a reload keeps it", async () => {
    const page = await console.open("/");
    await page.getByRole("button", { name: "7 days" }).click();
    await page.waitForURL(/window=7d/);
    await page.reload();
    await page.getByRole("button", { name: "7 days", pressed: true }).waitFor();
  });
});
