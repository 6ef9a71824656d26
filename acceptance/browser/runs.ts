import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { callTool } from "./call-tool.ts";
import { deploy, keepCalled, type GivenCommit } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

let shown: TestConsole;
const share = async () => void (shown = await shareConsole("running"));

/** Waits until the open deployment has ended. */
async function ended(page: Page, state: "Completed" | "Failed"): Promise<void> {
  await page.waitForURL(/\/deployments\/dep_/);
  await page.locator("h1").getByText(state).waitFor();
}

/** Deploys a change to Development, so that the next release differs from the one before it. */
async function deployAnotherDescription(message = "Say it anew", commit?: GivenCommit) {
  const { items } = await shown.client.listRuntimeEndpoints({ query: { kind: "mcp" } });
  const endpointId = items[0]?.id ?? assert.fail("no MCP Endpoint");
  const { items: tools } = await shown.client.listMcpBindings({ params: { endpointId } });
  const bindingId = tools[0]?.id ?? assert.fail("no tool");
  await shown.client.updateMcpBinding({ params: { endpointId, bindingId }, body: { description: `${message}.` } });
  return deploy(shown.client, "completed", message, { commit });
}

const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });

describe("deployments", () => {
  before(share);

  test("say what is live, show what a deployment changes and breaks, and follow it through its stages", async () => {
    const { items } = await shown.client.listRuntimeEndpoints({ query: { kind: "mcp" } });
    const endpointId = items[0]?.id ?? assert.fail("no MCP Endpoint");
    const tools = await shown.client.listMcpBindings({ params: { endpointId } });
    const renamed = tools.items.find(({ toolName }) => toolName === "summarize_day") ?? assert.fail("no such tool");
    await shown.client.updateMcpBinding({
      params: { endpointId, bindingId: renamed.id },
      body: { toolName: "sum_up_day", confirmRename: true },
    });
    const page = await shown.open("/deployments");
    const live = page.getByRole("region", { name: "Live in Development" });
    await live.getByText("1 change in the drafts").waitFor();
    await page.getByRole("region", { name: "Live in Production" }).getByText("Nothing is live").waitFor();
    await shown.check(page, "deployments");
    await page.keyboard.press("d");
    const dialog = dialogOf(page, "Deploy to Development");
    await dialog.getByText("1 change breaks callers").waitFor();
    assert.match(await dialog.innerText(), /summarize_day.* is renamed to .*sum_up_day/);
    await shown.check(page, "deployment-preview");
    await dialog.getByLabel("Message").fill("Say it shorter");
    await dialog.getByRole("button", { name: "Deploy 1 change" }).click();
    await ended(page, "Completed");
    assert.deepEqual(
      (await page.getByRole("list", { name: "Stages" }).getByRole("listitem").allInnerTexts()).map((stage) =>
        stage.replaceAll(/\s+/g, " ").replaceAll(/[\d.]+ (?:ms|s)/g, "T"),
      ),
      [
        "Queue T done · waiting for a worker",
        "Build T done · types, schemas, bundles",
        "Check T done · bindings and their Functions",
        "Activate T done · all at once",
      ],
    );
    await page.getByRole("log").getByText("Activated in Development.").waitFor();
    await page.getByRole("banner").getByText("No changes").waitFor();
    const steps = page.getByRole("region", { name: "Next steps" });
    await steps.getByRole("link", { name: "Connect a client" }).waitFor();
    assert.match(
      (await steps.getByRole("link", { name: "Try it: sum_up_day" }).getAttribute("href")) ?? "",
      /endpoints\/ep_\w+\?tab=try&target=sum_up_day$/,
    );
    await shown.check(page, "deployment");
    await page.getByRole("tab", { name: /Changes/ }).click();
    await page.getByText("Breaking:").waitFor();
    assert.match(page.url(), /tab=changes/);
    await shown.check(page, "deployment-changes");
  });

  test("name the commit that they came from, at its forge, and compare it with the one before", async () => {
    const forge = "https://git.acme.example/team/shop";
    const [before, now] = ["a".repeat(40), "b".repeat(40)];
    const commitOf = (sha: string) => ({ sha, branch: "main", author: "Ada Price", url: `${forge}/commit/${sha}` });
    await deployAnotherDescription("Push one", commitOf(before));
    const { projectDeploymentId: id } = await deployAnotherDescription("Push two", commitOf(now));
    const page = await shown.open("/deployments");
    await page.getByRole("row", { name: /Push one.*aaaaaaaaaa/ }).waitFor();
    await page.getByRole("row", { name: /Push two.*bbbbbbbbbb/ }).waitFor();
    await shown.check(page, "deployments-commits");
    await shown.go(page, `/deployments/${id}`);
    const commit = page.getByRole("link", { name: "bbbbbbbbbb" });
    assert.equal(await commit.getAttribute("href"), `${forge}/commit/${now}`);
    await page.getByText("Ada Price").waitFor();
    await page.getByText("main", { exact: true }).waitFor();
    await page.getByRole("tab", { name: /Changes/ }).click();
    const comparison = page.getByRole("link", { name: "Compare the commits" });
    assert.equal(await comparison.getAttribute("href"), `${forge}/compare/${before}...${now}`);
    await shown.check(page, "deployment-commit");
  });

  test("check by themselves what was edited, from any page, and show what breaks before anything is deployed", async () => {
    const { items } = await shown.client.listFunctions({ query: { limit: 200 } });
    const { id: functionId } = items.find(({ slug }) => slug === "look-up-order") ?? assert.fail("no such Function");
    const { source } = await shown.client.getFunction({ params: { functionId } });
    const page = await shown.open("/secrets");
    await page.getByRole("banner").getByText("No changes").waitFor();
    const edited = source.replace("orderId: string", "orderId: string;\n  shop: string");
    assert.notEqual(edited, source);
    await shown.client.updateFunction({ params: { functionId }, body: { source: edited } });
    assert.equal((await shown.client.previewDeployment()).unchecked.length, 1);
    await page.reload();
    await page.getByRole("button", { name: "1 change · Deploy" }).click();
    const dialog = dialogOf(page, "Deploy to Development");
    await dialog.getByText("Argument `shop` is now required.").first().waitFor();
    await shown.check(page, "deployment-checked", true);
    assert.deepEqual((await shown.client.previewDeployment()).unchecked, []);
    await dialog.getByRole("button", { name: "Deploy 1 change" }).and(page.locator(":not([aria-disabled])")).waitFor();
    assert.match(page.url(), /\/secrets/, "the page stays where it was");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await shown.client.updateFunction({ params: { functionId }, body: { source } });
    const narrow = await shown.open("/deployments", { role: "operator", width: 390 });
    await narrow.getByRole("heading", { name: "Deployments", exact: true }).waitFor();
    assert.equal(await narrow.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  });

  test("lead from a failure to the line of source, and leave what is live alone", async (t) => {
    const source = `interface Input {\n  name: string;\n}\n\nexport default function shout(input: Input) {\n  return input.nam;\n}\n`;
    const { id } = await shown.client.createFunction({ body: { slug: "shout", source } });
    const cronBindingId = await keepCalled(shown.client, id);
    t.after(async () => {
      await shown.client.deleteCronBinding({ params: { cronBindingId } });
      await shown.client.deleteFunction({ params: { functionId: id } });
    });
    const page = await shown.open("/deployments?ask=deploy", { role: "developer" });
    const dialog = dialogOf(page, "Deploy to Development");
    // When the check fails, it names the Function once more, below.
    const change = dialog.getByText("shout", { exact: true }).first();
    await change.waitFor();
    await dialog.getByRole("button", { name: /^Deploy / }).click();
    await ended(page, "Failed");
    await page.getByText("Development still serves its previous deployment.").waitFor();
    await shown.check(page, "deployment-failed");
    await page.getByRole("button", { name: "Try again" }).click();
    await change.waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Open shout.ts:6" }).click();
    await page.waitForURL(/\/functions\/fn_.*line=6/);
    await page.locator(".cm-activeLine").getByText("return input.nam").waitFor();
    await page.close();
  });

  test("are released and rolled back with both sides in sight, by those who may", async () => {
    const developer = await shown.open("/deployments", { role: "developer" });
    const production = developer.getByRole("region", { name: "Live in Production" });
    const release = production.getByRole("button", { name: "Release" });
    await release.and(developer.locator("[aria-disabled]")).hover();
    await developer.getByText("Your role does not allow this in production.").waitFor();

    const page = await shown.open("/deployments", { role: "operator" });
    const live = page.getByRole("region", { name: "Live in Production" });
    for (let round = 0; ; round += 1) {
      await live.getByRole("button", { name: "Release" }).click();
      const dialog = dialogOf(page, "Release to Production");
      await dialog.getByText("Stays as it is").waitFor();
      if (round === 0) await shown.check(page, "deployment-release");
      await dialog.getByRole("button", { name: /^Release #/ }).click();
      await ended(page, "Completed");
      await page.getByRole("link", { name: "Deployments", exact: true }).first().click();
      if (round > 0) break;
      await deployAnotherDescription();
      await page.getByRole("region", { name: "Live in Development" }).getByText("Say it anew").waitFor();
    }
    await live.getByRole("button", { name: "Roll back" }).click();
    const dialog = dialogOf(page, "Roll back Production");
    await dialog.getByText("Secret values stay as they are in each environment.").waitFor();
    const confirm = dialog.getByRole("button", { name: /^Roll back to #/ });
    await confirm.and(page.locator("[aria-disabled]")).waitFor();
    await dialog.getByLabel("Reason").fill("Orders came out twice");
    await shown.check(page, "deployment-rollback");
    await confirm.click();
    await ended(page, "Completed");
    await page.getByText("A rollback pinned Production to this deployment.").waitFor();
    await page.getByText("Orders came out twice").waitFor();
    await shown.go(page, "/deployments?target=production&status=failed");
    await page.getByText("No deployments match").waitFor();
    await page.getByText("A rollback pinned Production.").waitFor();
    await shown.check(page, "deployments-pinned");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("row", { name: /rollback/ }).waitFor();
    await page.getByRole("button", { name: "With the 30 days before" }).click();
    await page.getByText(/ None in the 30 days before\.$/).waitFor();
    await shown.check(page, "deployments-compared");
  });

  test("say what is lacking before a release, and that a deployment does not exist", async () => {
    const body = {
      slug: "needy",
      source: "export default () => 1;\n",
      permissions: { secrets: ["ORDERS_TOKEN"], hosts: [], collections: [], cache: false },
    };
    const { id: functionId } = await shown.client.createFunction({ body });
    const cronBindingId = await keepCalled(shown.client, functionId);
    const { id } = await shown.client.createDeployment();
    await eventually(async () => {
      const { status } = await shown.client.getDeployment({ params: { projectDeploymentId: id } });
      return status === "completed" ? true : undefined;
    }, 60_000);
    const page = await shown.open(`/deployments/${id}?ask=release`, { allow: [/404/] });
    const dialog = dialogOf(page, "Release to Production");
    await dialog.getByText("Production is missing 1 secret").waitFor();
    await dialog.getByText("Add them before you release.").waitFor();
    await dialog
      .getByRole("button", { name: /^Release #/ })
      .and(page.locator("[aria-disabled]"))
      .waitFor();
    await shown.check(page, "deployment-lacking");
    await shown.client.deleteCronBinding({ params: { cronBindingId } });
    await shown.client.deleteFunction({ params: { functionId } });
    await shown.go(page, "/deployments/dep_06gzz0gzjppne6f0rw0pa84a");
    await page.getByRole("alert").getByText("request").waitFor();
    await shown.check(page, "deployment-error");
  });
});

describe("executions", () => {
  before(share);

  test("come in live, are counted while paused, and are narrowed by chips in the address", async () => {
    const page = await shown.open("/executions");
    await page.getByText("No calls in Development yet").waitFor();
    await shown.check(page, "executions-empty");
    await page.getByRole("status").getByText("live", { exact: true }).waitFor();
    await callTool(shown, "look_up_order", { orderId: "A-1001" });
    await page.getByRole("row", { name: /Succeeded Look up order/ }).waitFor();
    await page.keyboard.press("p");
    await page.getByText("paused", { exact: true }).waitFor();
    await callTool(shown, "look_up_order", { orderId: "Z-0000" });
    await callTool(shown, "convert_amount", { amount: 5, from: "EUR", to: "USD" });
    await page.getByRole("button", { name: "2 new" }).waitFor();
    assert.equal(await page.getByRole("table", { name: "Executions" }).getByRole("row").count(), 2, "nothing shifted");
    await page.getByRole("button", { name: "2 new" }).click();
    await page.getByRole("row", { name: /Failed Look up order look_up_order There is no order Z-0000/ }).waitFor();
    await page.keyboard.press("p");
    await shown.check(page, "executions");

    await page.getByRole("button", { name: "Status", exact: true }).click();
    await page.getByRole("menuitem", { name: "Failed", exact: true }).click();
    await page.waitForURL(/status=failed/);
    await page.getByRole("combobox", { name: "Function", exact: true }).click();
    await page.getByRole("combobox", { name: "Search Function" }).fill("convert");
    await page.getByRole("option", { name: /Convert amount/ }).click();
    await page.getByText("No calls match").waitFor();
    await page.getByText("Status: Failed · Function: Convert amount · Development").waitFor();
    await shown.check(page, "executions-none-fits");
    await page.reload();
    await page.getByRole("button", { name: "Remove the filter Function" }).click();
    await page.getByRole("row", { name: /Failed Look up order/ }).waitFor();
    await page.getByRole("button", { name: /^Views/ }).click();
    await page.getByRole("menuitem", { name: "Errors, grouped" }).click();
    await page.getByRole("list", { name: "Error groups" }).getByRole("link", { name: "1 execution" }).waitFor();
    await shown.check(page, "execution-groups");
  });

  test("views are saved under a name", async () => {
    const page = await shown.open("/executions?source=http&range=24h");
    await page.getByText("No calls match").waitFor();
    await page.getByRole("button", { name: /^Views/ }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Routes today");
    await page.keyboard.press("Enter");
    await shown.go(page, "/executions");
    await page.getByRole("button", { name: /^Views/ }).click();
    await page.getByRole("menuitem", { name: "Routes today" }).click();
    await page.waitForURL(/source=http/);
    await page.waitForURL(/range=24h/);
  });

  test("one is told in full, copied as a command, and run again", async () => {
    for (let call = 0; call < 2; call += 1) await callTool(shown, "look_up_order", { orderId: "Z-0000" });
    const page = await shown.open("/executions?status=failed");
    await page
      .getByRole("row", { name: /Look up order/ })
      .first()
      .waitFor();
    // Holds the request back until the page without the button has the focus.
    const held = Promise.withResolvers<void>();
    const one = /\/api\/executions\/exe_\w+$/;
    await page.route(one, async (route) => {
      await held.promise;
      await route.continue();
    });
    const focused = (title: string) => page.getByRole("heading", { level: 1, name: title }).and(page.locator(":focus"));
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/executions\/exe_/);
    await focused("Execution").waitFor();
    held.resolve();
    await focused("Look up order").waitFor();
    await page.unroute(one);
    await page.getByText(/like this, the first/).waitFor();
    const timeline = page.getByRole("list", { name: "Timeline" });
    await timeline.getByText("404", { exact: true }).waitFor();
    await page.getByRole("link", { name: /^line \d+$/ }).waitFor();
    assert.match(
      (await page.getByRole("link", { name: /^revision \d+$/ }).getAttribute("href")) ?? "",
      /\/functions\/fn_.*tab=versions&to=\d+$/,
    );
    assert.match(
      (await page.getByRole("link", { name: "look_up_order" }).getAttribute("href")) ?? "",
      /\/endpoints\/ep_.*tab=bindings&binding=mcb_/,
    );
    assert.match(
      (await page.getByRole("link", { name: "key npm start" }).getAttribute("href")) ?? "",
      /\/endpoints\/ep_.*tab=access&asKey=key_/,
    );
    await shown.check(page, "execution");
    const copied = async (what: string) => {
      await page.getByRole("button", { name: "Copy as" }).click();
      await page.getByRole("menuitem", { name: what, exact: true }).click();
      await page.getByRole("menu").waitFor({ state: "hidden" });
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const message = await copied("MCP call");
    assert.deepEqual((JSON.parse(message) as { params: unknown }).params, {
      name: "look_up_order",
      arguments: { orderId: "Z-0000" },
    });
    assert.match(await copied("curl"), /^curl -s '.*\/mcp\/development\/demo\/assistant'/);
    const before = page.url();
    await page.keyboard.press("r");
    const dialog = dialogOf(page, "Run Look up order again?");
    await dialog.waitFor();
    await shown.check(page, "execution-replay");
    await dialog.getByRole("button", { name: "Run again" }).click();
    await page.waitForURL((url) => url.href.split("?")[0] !== before.split("?")[0]);
    await page.getByText("None (a test runs the saved source)").waitFor();
    await page.getByRole("link", { name: "Open in the test panel" }).click();
    await page.waitForURL(/\/functions\/fn_.*replay=exe_/);
    const panel = page.getByRole("complementary", { name: "Side panel" });
    await panel.getByRole("button", { name: "Dismiss" }).waitFor();
    assert.equal(await panel.getByRole("textbox", { name: /^orderId/ }).inputValue(), "Z-0000");
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText("There is no order Z-0000").first().waitFor();
    const operator = await shown.open(new URL(before).pathname, { role: "operator" });
    await operator.getByRole("button", { name: "Run again" }).and(operator.locator("[aria-disabled]")).hover();
    await operator
      .getByText(/^Your role \(Operator\) does not allow this/)
      .filter({ visible: true })
      .waitFor();
  });

  test("thousands of them scroll with few rows in the page, and an error half-way keeps what is there", async () => {
    const page = await shown.open("/executions", { allow: [/503/] });
    await page
      .getByRole("row", { name: /Look up order/ })
      .first()
      .waitFor();
    const [sample] = (await shown.client.listExecutions({ query: { limit: 1 } })).items;
    const [perPage, pages, failing] = [200, 12, 6];
    let failed = false;
    await page.route(/\/api\/executions\?/, async (route) => {
      const number = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
      if (number === failing && !failed) {
        failed = true;
        const error = { code: "UNAVAILABLE", message: "Not now.", requestId: "req_1" };
        return route.fulfill({ status: 503, json: { error }, headers: { "retry-after": "1" } });
      }
      const items = Array.from({ length: perPage }, (_, index) => ({
        ...sample,
        id: `exe_${String(number * perPage + index).padStart(24, "0")}`,
        startedAt: new Date(Date.parse("2030-01-01") - (number * perPage + index) * 1_000).toISOString(),
      }));
      return route.fulfill({ json: { items, nextCursor: number + 1 < pages ? String(number + 1) : null } });
    });
    await shown.go(page, "/executions?range=7d");
    const scroll = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const rows = page.locator("tbody tr[data-index]");
    const last = page.locator('tr[data-index="2399"]');
    for (let step = 0; step < 200 && !(await last.isVisible()); step += 1) {
      await scroll();
      const retry = page.getByRole("button", { name: "Retry" });
      if (await retry.isVisible()) await retry.click();
      await page.waitForTimeout(20);
    }
    await last.waitFor();
    assert.ok((await rows.count()) < 80, `${await rows.count()} rows`);
    assert.ok(failed);
  });

  test("fit a narrow screen", async () => {
    for (const path of ["/executions", "/deployments"]) {
      const page = await shown.open(path, { width: 390 });
      await page.getByRole("table").waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${path} is ${wide} px wide`);
      await shown.check(page, `${path.slice(1)}-390`);
    }
  });
});
