import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { eventually } from "../eventually.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

/** A busy machine responds in seconds, not in milliseconds. */
const patience = { timeout: 40_000 };

type Rpc = Partial<Record<"result", { tools?: { name: string }[] }>>;

describe("the endpoints pages", () => {
  let console: TestConsole;
  let mcp: string;
  let http: string;
  before(async () => {
    console = await shareConsole("keeping");
    const { items } = await console.client.listRuntimeEndpoints({ query: {} });
    mcp = items.find(({ slug }) => slug === "assistant")?.id ?? assert.fail("no MCP Endpoint in the demo");
    http = items.find(({ slug }) => slug === "shop")?.id ?? assert.fail("no HTTP API in the demo");
  });

  const visit = async (...given: Parameters<TestConsole["open"]>): Promise<Page> => {
    const page = await console.open(...given);
    page.setDefaultTimeout(patience.timeout);
    return page;
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
  const focused = (page: Page, label: string) =>
    eventually(
      async () =>
        (await page.getByLabel(label).evaluate((field) => field === document.activeElement)) ? true : undefined,
      patience.timeout,
    );
  const narrow = async (page: Page) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} px wide`);
  };

  test("the list filters in its address, and a new endpoint goes on to its first tool", async () => {
    const page = await visit("/endpoints", { allow: [/409 \(Conflict\)/] });
    await page.getByRole("link", { name: "Shop assistant" }).waitFor();
    await console.check(page, "endpoints");
    await page.getByRole("searchbox", { name: "Search endpoints" }).fill("nothing has this name");
    await page.getByText("No endpoints match").waitFor();
    await page.waitForURL(/q=nothing/);
    await button(page, "Clear search").click();
    await page.getByRole("link", { name: "Shop assistant" }).waitFor();
    await page.keyboard.press("c");
    await page.getByLabel("Name", { exact: true }).fill("Assistant");
    await button(page, "Create endpoint").click();
    await page.getByText("This Project has a runtime endpoint with this slug already.").waitFor();
    await focused(page, "Slug");
    await page.getByLabel("Name", { exact: true }).fill("Support desk");
    await page.getByLabel("Slug").fill("support-desk");
    await button(page, "Create endpoint").click();
    await page.getByRole("dialog", { name: "Bind a Function as a tool" }).waitFor();
    await page.getByRole("combobox", { name: "Function" }).fill("Convert");
    await page.getByRole("option", { name: /Convert amount/ }).click();
    assert.equal(await page.getByLabel("Tool name").inputValue(), "convert_amount");
    const preview = page.getByRole("region", { name: "Preview of tools/list" });
    await preview.getByText("ISO 4217 code to convert to.").waitFor();
    await page.getByLabel("Tool name").fill("convert_an_amount_of_money_from_one_currency_to_another");
    await page.getByText(/more than 45 characters/).waitFor();
    await page.getByLabel("Description").fill("Converts an amount.");
    await console.check(page, "endpoint-tool-new");
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.getByRole("link", { name: /^convert_an_amount/ }).waitFor();
    await page.getByText("Not deployed", { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Overview" }).click();
    await page.getByText("Nothing is live yet.").waitFor();
    await console.check(page, "endpoint-overview-empty");
  });

  test("a Project without endpoints says what they are, and what cannot be read says so", async () => {
    const { id } = await console.client.createProject({ body: { slug: "bare" } });
    const { activeProject } = await console.client.getMe();
    await console.client.selectProject({ params: { projectId: id } });
    const page = await visit("/endpoints", { allow: [/404 \(Not Found\)/] });
    await page.getByText("No endpoints yet").waitFor();
    await console.check(page, "endpoints-empty");
    await console.client.selectProject({ params: { projectId: activeProject?.id ?? "" } });
    await page.goto("/endpoints/ep_doesnotexist");
    await page.getByRole("alert").waitFor();
    await console.check(page, "endpoint-error");
  });

  test("a client is connected with the real address and a key that is shown once and opens it", async () => {
    const page = await visit(`/endpoints/${mcp}?tab=connect`);
    await page.getByText("YOUR_KEY").first().waitFor();
    await button(page, "Create a key").click();
    await page.getByText("Copy it now").waitFor();
    await console.check(page, "endpoint-connect");
    for (const client of ["Claude Desktop", "Cursor", "VS Code", "Codex", "MCP Inspector", "curl", "TypeScript SDK"]) {
      await button(page, client).click();
      await page.getByText("fer_key_").nth(1).waitFor();
      await page.getByText("/mcp/development/demo/assistant").first().waitFor();
    }
    await page.waitForURL(/client=typescript/);
    await button(page, "curl").click();
    const command = (await page.locator("pre", { hasText: "curl" }).first().textContent()) ?? "";
    const key = /x-api-key: (fer_key_[^']+)/.exec(command)?.[1] ?? "";
    const url = /curl -s '([^']+)'/.exec(command)?.[1] ?? "";
    const body = /-d '(.+)'/.exec(command)?.[1] ?? "";
    const headers = {
      "x-api-key": key,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const { result } = await eventually(async () => {
      const answer = await fetch(url, { method: "POST", headers, body });
      return answer.ok ? ((await answer.json()) as Rpc) : undefined;
    }, patience.timeout);
    assert.ok(result?.tools?.some(({ name }) => name === "look_up_order"));
    await page.goto(`/endpoints/${mcp}?tab=connect&client=curl`);
    await page.getByText("YOUR_KEY").first().waitFor();
    assert.equal(await page.getByText(key).count(), 0);
  });

  test("the try-it lists tools and calls one by a form, and shows the JSON-RPC both ways, of either revision", async () => {
    // A worker learns of a new key within a second; until then, the page tries again.
    const page = await visit(`/endpoints/${mcp}?tab=try`, { allow: [/401 \(Unauthorized\).*\/mcp\//] });
    await button(page, "Create a key").click();
    await button(page, "look_up_order").click();
    await page.waitForURL(/target=look_up_order/);
    const orderId = page.getByRole("textbox", { name: /^orderId/ });
    const call = page.getByRole("button", { name: "Call look_up_order", exact: true });
    await orderId.fill("A-1001");
    await page.getByRole("button", { name: "Call look_up_order", exact: true, disabled: false }).waitFor();
    await page.keyboard.press("ControlOrMeta+Enter");
    const wire = page.getByRole("list", { name: "Raw exchange" });
    await wire.getByText("mcp-protocol-version: 2026-07-28").waitFor();
    await wire.getByText('"structuredContent"').waitFor();
    assert.equal(await wire.getByText(/fer_key_\S{12}/).count(), 0, "the key is masked");
    await console.check(page, "endpoint-try");
    await button(page, "2025-11-25").click();
    await page.waitForURL(/revision=2025-11-25/);
    await orderId.fill("Z-0000");
    await call.click();
    await page.getByText("Tool error").waitFor();
    await wire.getByText("mcp-protocol-version: 2025-11-25").waitFor();
    await page.getByRole("link", { name: "Open the execution" }).click();
    await page.waitForURL(/\/executions\/exe_/);
  });

  test("a route is tried by its form, and a wrong key is told as the endpoint tells it", async () => {
    const page = await visit(`/endpoints/${http}?tab=try`, { allow: [/401 \(Unauthorized\).*\/http\//] });
    await button(page, "I have a key").click();
    await page.getByLabel("Your key").fill("fer_key_wrong");
    await page.keyboard.press("Enter");
    await button(page, "GET /orders/{orderId}").click();
    await button(page, "Send").click();
    await page.getByText("HTTP 401").first().waitFor();
    await button(page, "Forget key").click();
    await button(page, "Create a key").click();
    await page.getByText("Calls from here use").waitFor();
    await page.getByRole("textbox", { name: /^orderId/ }).fill("A-1001");
    await button(page, "Send").click();
    await page.getByText("shipped").first().waitFor();
    await console.check(page, "endpoint-try-http");
  });

  test("renaming a tool says who called it, and must be meant; removing one has its name typed", async () => {
    const page = await visit(`/endpoints/${mcp}?tab=bindings`, { allow: [/400 \(Bad Request\)/] });
    await button(page, "Edit look_up_order").click();
    const dialog = page.getByRole("dialog", { name: "Edit look_up_order" });
    await dialog.getByLabel("Tool name").fill("find_order");
    await dialog.getByText("Console try-it").waitFor();
    await console.check(page, "endpoint-tool-rename");
    await button(page, "Save").click();
    await dialog.getByText(/^must be true: callers know the tool by its name/).waitFor();
    await dialog.getByRole("switch", { name: "Rename anyway" }).click();
    await button(page, "Save").click();
    await page.getByRole("link", { name: "find_order" }).waitFor();
    await page.getByText("Development still serves look_up_order").waitFor();
    await console.check(page, "endpoint-tools");
    await button(page, "Remove find_order").click();
    const remove = button(page, "Remove tool");
    assert.equal(await remove.getAttribute("aria-disabled"), "true");
    await page.getByLabel(/^Type/).fill("find_order");
    await remove.click();
    await page.getByRole("link", { name: "find_order" }).waitFor({ state: "detached" });
  });

  test("a route's form previews the request, and says which parameter nothing takes", async () => {
    const page = await visit(`/endpoints/${http}?tab=bindings&binding=new`);
    await page.getByRole("combobox", { name: "Function" }).fill("Look up");
    await page.getByRole("option", { name: /Look up order/ }).click();
    await page.getByLabel("Path").fill("/find/{number}");
    await page.getByText("The Function takes no number").waitFor();
    await page.getByLabel("Path").fill("/find/{orderId}");
    await page.getByText("/http/development/demo/shop/find/A-1001").waitFor();
    await console.check(page, "endpoint-route-new");
    await button(page, "Bind route").click();
    await page.getByRole("link", { name: "GET /find/{orderId}" }).waitFor();
  });

  test("a policy answers in sentences, and the runtime's rule says who is let in", async () => {
    const page = await visit(`/endpoints/${mcp}?tab=access`);
    await page.getByText(/can call it in Development/).waitFor();
    await page.getByText("Nobody, until there is an API key, can call it in Production").waitFor();
    await page.getByText("The policy requires an API key.").waitFor();
    await console.check(page, "endpoint-access");
    await button(page, "New key").click();
    await page.getByLabel("Name", { exact: true }).fill("Ada's Claude");
    await page.getByText("Only some of it").click();
    await page.getByRole("checkbox", { name: "convert_amount" }).check();
    await console.check(page, "endpoint-key-new");
    // However fast one clicks, it is one key, and it is shown; a choice among two below would fail.
    await button(page, "Create key").evaluate((create: HTMLElement) => [create.click(), create.click()]);
    await page.getByText("It is not shown again").waitFor();
    await button(page, "I have copied it").click();
    await page.getByText(/opens? only what (its|their) scopes name/).waitFor();
    await page.getByRole("combobox", { name: "Credential" }).click();
    await page.getByRole("option", { name: /Ada's Claude/ }).click();
    await page.getByRole("combobox", { name: "Asks for" }).click();
    await page.getByRole("option", { name: "convert_amount" }).click();
    await page.getByText("The key opens the endpoint.").waitFor();
    await page.getByRole("combobox", { name: "Asks for" }).click();
    await page.getByRole("option", { name: "summarize_day" }).click();
    await page.getByText("The key's scopes do not name this tool or route.").waitFor();
    await page.reload();
    await page.getByText("The key's scopes do not name this tool or route.").waitFor();
    await button(page, "Edit policy of Development").click();
    await page.getByText("No authentication").click();
    await page.getByText("Only what is listed here").click();
    await page.getByLabel("Each API key").fill("0");
    await page.getByText("Enter a rate from 1 to 1,000,000 requests a minute.").waitFor();
    await page.getByLabel("Each API key").fill("60");
    await button(page, "Add a quota").click();
    await page.getByRole("spinbutton", { name: "Requests" }).fill("5000");
    await page
      .getByRole("region", { name: "Summary" })
      .getByText(/^Anyone who can reach the address can call it in Development/)
      .waitFor();
    await console.check(page, "endpoint-policy");
    await button(page, "Save policy").click();
    await page.getByRole("dialog", { name: "Policy of Development" }).waitFor({ state: "detached" });
    await page.getByText(/^Anyone who can reach the address can call it in Development/).waitFor();
    await page.getByText("Each API key can make 60 requests a minute.").waitFor();
    await page.getByText("Nothing used yet").waitFor();
    await console.check(page, "endpoint-limits");
    await button(page, "Revoke Ada's Claude").click();
    await page.getByLabel(/^Type/).fill("Ada's Claude");
    await button(page, "Revoke key").click();
    await page.getByText("Revoked", { exact: true }).waitFor();
  });

  test("calls over an amount wait for two people, and a weaker rule is warned of", async () => {
    const page = await visit(`/endpoints/${mcp}?tab=access&environment=development`);
    await button(page, "Edit policy of Development").click();
    const form = page.getByRole("dialog", { name: "Policy of Development" });
    await form.getByText("No authentication").click();
    await form.getByRole("button", { name: "Add an approval rule" }).click();
    const rule = form.getByRole("group", { name: "Approval rule 1" });
    const summary = form.getByRole("region", { name: "Summary" });
    await summary.getByText("Approval rule 1: choose the calls that wait.").waitFor();
    await rule.getByRole("checkbox", { name: "convert_amount" }).check();
    await rule.getByLabel("When an argument compares").check();
    await summary.getByText("Approval rule 1: name the argument to compare.").waitFor();
    await rule.getByLabel("Argument", { exact: true }).fill("amount");
    await rule.getByRole("spinbutton", { name: "Value" }).fill("500");
    await rule.getByText(/^1\. Calls of convert_amount with an amount over 500 wait until an owner or/).waitFor();
    await rule.getByLabel("When the arguments match a schema").check();
    const schema = rule.getByLabel("JSON Schema of the arguments");
    assert.match(await schema.inputValue(), /"exclusiveMinimum": 500/);
    await schema.fill("{");
    await summary.getByText("Approval rule 1: write the schema as JSON.").waitFor();
    await console.check(page, "endpoint-approval-schema", true);
    await rule.getByLabel("When an argument compares").check();
    await rule.getByRole("combobox", { name: "Must approve" }).click();
    await page.getByRole("option", { name: "Two people" }).click();
    // The people who may sign in here are suggested.
    await rule.locator('datalist option[value*="@"]').first().waitFor({ state: "attached" });
    await rule.getByLabel("Groups").fill("Finance");
    await page.keyboard.press("Enter");
    await rule.getByText("two of these approve: an owner, an admin or someone of the group Finance").waitFor();
    await console.check(page, "endpoint-approval", true);
    await page.setViewportSize({ width: 360, height: 740 });
    await rule.getByLabel("Argument", { exact: true }).scrollIntoViewIfNeeded();
    await narrow(page);
    await console.check(page, "endpoint-approval-360", true);
    await page.setViewportSize({ width: 1280, height: 860 });
    await button(page, "Save policy").click();
    await form.waitFor({ state: "detached" });
    await page.getByText("Which calls wait for approval?").waitFor();
    await page.getByRole("combobox", { name: "Asks for" }).click();
    await page.getByRole("option", { name: "convert_amount" }).click();
    await page.getByText(/Needs approval by two of these: .*, if its arguments match the rule\./).waitFor();
    await page.evaluate(() => scrollTo(0, 0)); // Otherwise a checkbox may lie below the head of its table.
    await console.check(page, "endpoint-approval-try", true);
    await button(page, "Edit policy of Development").click();
    await rule.getByLabel("Whoever asked may not approve").uncheck();
    await form.getByText("Calls may need less approval than now").waitFor();
    await console.check(page, "endpoint-approval-weaker", true);
    await button(page, "Remove approval rule 1").click();
    await form.getByText("Calls may need less approval than now").waitFor();
    await button(page, "Save with less approval").click();
    await form.waitFor({ state: "detached" });
  });

  test("discovery has both forms, to copy and to keep", async () => {
    const page = await visit(`/endpoints/${http}?tab=discovery`);
    await page.getByText('"/orders/{orderId}"').waitFor();
    await button(page, "OpenAPI 3.1").click();
    await page.waitForURL(/format=openapi/);
    await page.getByText('"3.1.1"').waitFor();
    await console.check(page, "endpoint-discovery");
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
    assert.equal(file.suggestedFilename(), "shop-development.openapi.json");
    const document = JSON.parse(readFileSync(await file.path(), "utf8")) as { openapi: string };
    assert.equal(document.openapi, "3.1.1");
    await console.go(page, `/endpoints/${http}?tab=discovery&environment=production`);
    await page.getByText("Production does not serve this endpoint yet").waitFor();
    await console.check(page, "endpoint-discovery-empty");
  });

  test("a manifest comes back as nothing to do; a changed one shows its plan, and only that can be applied", async () => {
    const page = await visit(`/endpoints/${http}?tab=manifest`);
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
    const text = readFileSync(await file.path(), "utf8");
    const path = join(tmpdir(), `ferrule-manifest-${process.pid}.json`);
    writeFileSync(path, text);
    await page.getByLabel("Manifest file").setInputFiles(path);
    await page.getByText("Nothing would change").waitFor();
    const manifest = JSON.parse(text) as { bindings: { path: string; description: string }[]; functions: object[] };
    const [gone, changed, ...others] = manifest.bindings;
    assert.ok(gone && changed);
    const [first, ...functions] = manifest.functions as { permissions: { secrets: string[] } }[];
    assert.ok(first);
    first.permissions.secrets = ["PAYMENT_TOKEN"];
    const next = {
      ...manifest,
      bindings: [{ ...changed, description: "Said anew." }, { ...changed, path: "/added" }, ...others],
      functions: [first, ...functions],
    };
    writeFileSync(path, JSON.stringify(next, null, 2));
    await page.getByLabel("Manifest file").setInputFiles(path);
    const plan = page.getByRole("region", { name: "Plan" });
    for (const word of ["Added", "Changed", "Removed"]) await plan.getByText(word, { exact: true }).waitFor();
    await page.getByText("The Project is missing the secret PAYMENT_TOKEN").waitFor();
    await console.check(page, "endpoint-manifest");
    await page.getByRole("textbox", { name: "Manifest" }).focus();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" ");
    await plan.waitFor({ state: "detached" });
    assert.equal(await button(page, /^Apply/).count(), 0);
    await button(page, "Preview plan").click();
    await button(page, /^Apply \d+ changes$/).click();
    await page.getByLabel(/^Type/).fill("shop");
    await button(page, "Apply manifest").click();
    await page.getByText("The manifest was applied").first().waitFor();
    const { items } = await console.client.listHttpBindings({ params: { endpointId: http }, query: {} });
    assert.ok(items.some((one) => one.path === "/added" && one.description === changed.description));
    assert.ok(items.some((one) => one.description === "Said anew."));
    assert.ok(!items.some((one) => one.path === gone.path));
    // A later step releases the Project, which lacks that secret.
    const { items: all } = await console.client.listFunctions({ query: {} });
    for (const { id, permissions } of all)
      if (permissions.secrets.includes("PAYMENT_TOKEN"))
        await console.client.updateFunction({
          params: { functionId: id },
          body: { permissions: { ...permissions, secrets: [] } },
        });
  });

  test("texts and limits are edited with the problem at its field; disabling says what breaks", async () => {
    const page = await visit(`/endpoints/${mcp}?edit=endpoint`);
    await page.getByLabel("Rate").fill("0");
    await button(page, "Save").click();
    await focused(page, "Rate");
    await page.getByLabel("Rate").fill("1200");
    await button(page, "Save").click();
    await page.getByText("1,200 requests a minute").waitFor();
    await page.getByRole("table", { name: "Recent calls" }).waitFor();
    await console.check(page, "endpoint-overview");
    const operator = await visit(`/endpoints/${mcp}`, { role: "operator", width: 390, height: 800 });
    await button(operator, "Disable").click();
    await operator.getByText(/calls in the last 24 h, from /).waitFor();
    await console.check(operator, "endpoint-disable");
    await operator.getByLabel(/^Type/).fill("assistant");
    await button(operator, "Disable endpoint").click();
    await operator.getByText("Every call gets 403").waitFor();
    assert.equal(await button(operator, "Edit").getAttribute("aria-disabled"), "true");
    await narrow(operator);
    for (const tab of ["Connect a client", "Bindings", "Access"]) {
      await operator.getByRole("tab", { name: tab }).click();
      await operator.getByRole("tabpanel", { name: tab }).getByRole("button").first().waitFor();
      await narrow(operator);
    }
    assert.equal(await button(operator, "New key").getAttribute("aria-disabled"), "true");
    await button(operator, "Enable").click();
    await button(operator, "Enable endpoint").click();
    await button(operator, "Disable").waitFor();
  });
});
