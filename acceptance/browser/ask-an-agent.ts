import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { deploy, keepCalled } from "../deploy.ts";
import { callTool } from "./call-tool.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

/** What *Ask an agent* copies on the open page. */
async function askAnAgent(page: Page): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: "Ask an agent" }).click();
  await page.getByText("Copied a prompt").last().waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

const source = `interface Input {\n  name: string;\n}\n\nexport default (input: Input) => input.nam;\n`;

describe("asking an agent", () => {
  let shown: TestConsole;
  before(async () => void (shown = await shareConsole("running")));

  test("about a failed call copies its error, the source that ran and its input, and its code leads to its page", async () => {
    await callTool(shown, "look_up_order", { orderId: "Z-0000" });
    const page = await shown.open("/executions?status=failed");
    await page
      .getByRole("row", { name: /Failed Look up order/ })
      .first()
      .click();
    await page.getByRole("region", { name: "Error" }).waitFor();
    const prompt = await askAnAgent(page);
    assert.match(prompt, /There is no order Z-0000/);
    assert.match(prompt, /## Source of functions\/look-up-order\.ts \(revision \d+, which development serves now\)/);
    assert.match(prompt, /## Input of the call, masked\n\n```json\n\{\n {2}"orderId": "Z-0000"/);
    assert.ok(prompt.includes(`${shown.url}/docs/functions.md`));
  });

  test("about a Function and a failed deployment copies what the build says, with the pages about it", async (t) => {
    const { id } = await shown.client.createFunction({ body: { slug: "asked", source } });
    const cronBindingId = await keepCalled(shown.client, id);
    t.after(async () => {
      await shown.client.deleteCronBinding({ params: { cronBindingId } });
      await shown.client.deleteFunction({ params: { functionId: id } });
    });
    const page = await shown.open(`/functions/${id}`, { role: "developer" });
    await page.getByRole("textbox", { name: /^Source of/ }).waitFor();
    const about = await askAnAgent(page);
    assert.match(about, /functions\/asked\.ts:5:\d+ error .*'nam'.* \(TS2551\)/);
    assert.ok(about.includes(`\`\`\`ts\n${source}`), about);
    const deployment = await deploy(shown.client, "failed");
    await shown.go(page, `/deployments/${deployment.id}`);
    const failed = await askAnAgent(page);
    assert.match(failed, /in the step build, at functions\/asked\.ts:5/);
    assert.ok(failed.includes(`## Draft of functions/asked.ts\n\n\`\`\`ts\n${source}`), failed);
    assert.ok(failed.includes(`${shown.url}/docs/troubleshooting.md`));
  });

  test("an error leads to the page about its code", async () => {
    const page = await shown.open("/deployments/dep_06gzz0gzjppne6f0rw0pa84a", { allow: [/404/] });
    const link = page.getByRole("alert").getByRole("link", { name: "NOT_FOUND" });
    const opened = page.context().waitForEvent("page");
    await link.click();
    await (await opened).getByRole("heading", { level: 1, name: "NOT_FOUND" }).waitFor();
  });
});
