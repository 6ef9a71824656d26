import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../eventually.ts";
import { startConsole, type TestConsole } from "./start-console.ts";

const long = { skip: process.env["FERRULE_TEST_LENGTH"] === "full" ? false : "long" };

const source = (rate: string) => `interface Input {
  /** What is bought, in euros. @example 20 */
  amount: number;
}

/** Says what an order costs with tax. */
export default function quote(input: Input): { total: number } {
  ${rate}
}
`;
const wrong = source("return { total: input.amont * 1.19 };");
const right = source("return { total: Math.round(input.amount * 119) / 100 };");
const broken = source(
  'if (input.amount > 100) throw new Error("The rate table ends at 100.");\n  return { total: Math.round(input.amount * 119) / 100 };',
);

interface Answer {
  result?: { isError?: boolean; structuredContent?: unknown };
}

describe("a day of each role", long, () => {
  let console: TestConsole;
  let endpointId: string;
  let url: string;
  let key: string;
  before(async () => {
    console = await startConsole();
    const { items } = await console.client.listRuntimeEndpoints({ query: { kind: "mcp" } });
    const endpoint = items[0] ?? assert.fail("no MCP Endpoint");
    endpointId = endpoint.id;
    url = endpoint.urls.production;
  });
  after(() => console?.stop());

  const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name });

  /** The button exists, cannot be pressed, and gives the reason. */
  async function isForbidden(page: Page, what: Locator, reason: RegExp | string): Promise<void> {
    await what.waitFor();
    assert.equal(await what.getAttribute("aria-disabled"), "true");
    await what.hover();
    await page.getByText(reason).first().waitFor();
    await page.mouse.move(0, 0);
  }

  /** The open deployment has ended. */
  async function completed(page: Page): Promise<void> {
    await page.waitForURL(/\/deployments\/dep_/);
    await page.locator("h1").getByText("Completed").waitFor();
  }

  async function write(page: Page, text: string): Promise<void> {
    await page.getByRole("textbox", { name: /^Source of / }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(text);
  }

  async function deploy(page: Page): Promise<void> {
    await page.goto("/deployments");
    await button(page.getByRole("region", { name: "Live in Development" }), "Deploy").click();
    await button(page.getByRole("dialog", { name: "Deploy to Development" }), /^Deploy \d+ change/).click();
    await completed(page);
  }

  async function release(page: Page): Promise<void> {
    await page.goto("/deployments");
    await button(page.getByRole("region", { name: "Live in Production" }), "Release").click();
    const dialog = page.getByRole("dialog", { name: "Release to Production" });
    await button(dialog, /^Release #/).click();
    await completed(page);
  }

  /** Calls the tool in Production as a client does; a worker learns of changes within a second. */
  const quote = (amount: number) =>
    eventually(async () => {
      const params = { name: "quote_order", arguments: { amount } };
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "x-api-key": key,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      });
      const answer = (await response.json()) as Answer;
      return response.ok && answer.result ? answer.result : undefined;
    }, 30_000);

  test("an admin issues a key, says what calls may touch, adds a user, and cannot make an owner", async () => {
    const page = await console.open(`/endpoints/${endpointId}?tab=access&environment=production`, { role: "admin" });
    await button(page, "New key").first().click();
    await page.getByLabel("Name", { exact: true }).fill("Shop front");
    await button(page, "Create key").click();
    key = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
    assert.match(key, /^fer_key_/);
    await button(page, "I have copied it").click();
    await page.getByRole("row", { name: /Shop front/ }).waitFor();

    await button(page, "Edit policy of Production").click();
    await page.getByText("Only what is listed here").click();
    await button(page, "Save for Production").click();
    await page.getByRole("dialog", { name: "Policy of Production" }).waitFor({ state: "detached" });

    await page.goto("/users");
    await button(page, "New user").click();
    const create = page.getByRole("dialog", { name: "New user" });
    await create.getByLabel("Email").fill("nora@acme.example");
    await create.getByLabel("Name").fill("Nora");
    assert.ok(await create.getByRole("radio", { name: /Owner/ }).isDisabled());
    await create.getByText("Only an owner can add an owner.").waitFor();
    await create.getByRole("radio", { name: /Developer/ }).check();
    await button(create, "Create and get link").click();
    await button(page, "I have copied it").click();
    await page.getByRole("row", { name: /Nora.*Invited/ }).waitFor();
  });

  test("a developer writes, mends a type error, tests, binds and deploys, and cannot release", async () => {
    const page = await console.open("/functions", { role: "developer" });
    await button(page, "New Function").click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Quote order");
    await button(page, "Create Function").click();
    await page.waitForURL(/\/functions\/fn_/);
    const problems = page.getByRole("region", { name: "Problems" });
    await problems.getByText("No problems").waitFor();
    await write(page, wrong);
    await problems.getByText(/'amont' does not exist/).waitFor();
    await write(page, right);
    await problems.getByText("No problems").waitFor();
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Revision 2, saved").waitFor();
    const functionUrl = new URL(page.url()).pathname;

    await page.goto(`${functionUrl}?panel=test`);
    const panel = page.getByRole("complementary", { name: "Side panel" });
    await panel.getByRole("textbox", { name: /^amount/ }).fill("20");
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText("23.8").waitFor();

    await page.goto(`/endpoints/${endpointId}?tab=bindings&binding=new`);
    await page.getByRole("combobox", { name: "Function" }).fill("Quote");
    await page.getByRole("option", { name: /Quote order/ }).click();
    assert.equal(await page.getByLabel("Tool name").inputValue(), "quote_order");
    await page.getByLabel("Description").fill("Says what an order costs with tax.");
    await button(page, "Bind tool").click();
    await page.getByRole("link", { name: "quote_order" }).waitFor();
    await deploy(page);

    await page.goto("/deployments");
    const production = page.getByRole("region", { name: "Live in Production" });
    await isForbidden(page, button(production, "Release"), "Your role does not allow this in production.");
  });

  test("an operator releases, sees a failure, rolls back, and cannot change code", async () => {
    const page = await console.open("/deployments", { role: "operator" });
    await release(page);
    assert.deepEqual((await quote(200)).structuredContent, { total: 238 });

    const developer = await console.open("/functions", { role: "developer" });
    await developer.getByRole("link", { name: "Quote order" }).first().click();
    await developer.getByRole("region", { name: "Problems" }).getByText("No problems").waitFor();
    await write(developer, broken);
    await developer.keyboard.press("ControlOrMeta+s");
    await developer.getByText("Revision 3, saved").waitFor();
    await deploy(developer);
    await release(page);
    const failing = await eventually(async () => {
      const result = await quote(200);
      return result.isError === true ? result : undefined;
    }, 30_000);
    assert.ok(failing);

    await page.goto("/executions?environment=production&status=failed");
    await page
      .getByRole("row", { name: /Quote order/ })
      .first()
      .click();
    const error = page.getByRole("region", { name: "Error" });
    await error.getByText("The rate table ends at 100.").first().waitFor();
    await page.getByRole("list", { name: "Timeline" }).waitFor();
    await isForbidden(page, button(page, "Run again"), /^Your role \(Operator\) does not allow this/);

    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Deployments" }).click();
    await button(page.getByRole("region", { name: "Live in Production" }), "Roll back").click();
    const dialog = page.getByRole("dialog", { name: "Roll back Production" });
    await dialog.getByLabel("Reason").fill("Orders above 100 fail");
    await button(dialog, /^Roll back to #/).click();
    await completed(page);
    const mended = await eventually(async () => {
      const result = await quote(200);
      return result.isError === true ? undefined : result;
    }, 30_000);
    assert.deepEqual(mended.structuredContent, { total: 238 });

    await page.goto("/functions");
    await isForbidden(page, button(page, "New Function").first(), /^Your role \(Operator\) does not allow this/);
  });

  test("the admin finds all of it in the audit log, whose chain is whole", async () => {
    const page = await console.open("/audit", { role: "admin" });
    const done = [
      ["admin", "api-key.create"],
      ["admin", "user.create"],
      ["developer", "function.create"],
      ["developer", "deployment.create"],
      ["operator", "deployment.release"],
      ["operator", "deployment.rollback"],
    ] as const;
    for (const [role, action] of done) {
      await page.goto(`/audit?action=${action}`);
      await page
        .getByRole("row", { name: new RegExp(`${role}@acme\\.example.*${action}`) })
        .first()
        .waitFor();
    }
    await button(page, "Verify chain").click();
    await page.getByText("The chain is intact").waitFor();
  });
});
