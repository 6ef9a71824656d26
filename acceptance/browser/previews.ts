import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { executionOf } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

let shown: TestConsole;

describe("previews", () => {
  before(async () => void (shown = await shareConsole("previews")));

  test("are listed with their addresses, opened with a new key, and ended", async () => {
    const { source } = await shown.client.getProjectSource({});
    const page = await shown.open("/previews", { role: "developer" });
    await page.getByRole("heading", { name: "No previews" }).waitFor();
    await shown.check(page, "previews-empty");
    const params = { name: "pr-7" };
    const commit = { sha: "0123456789abcdef0123456789abcdef01234567", branch: "shorter-names" };
    const served = await shown.client.servePreview({ params, body: { source, commit } });
    assert.equal(served.status, "serving");
    await shown.go(page, "/previews");
    await page.getByRole("row", { name: /pr-7 Serving owner@acme\.example shorter-names 0123456789/ }).waitFor();
    await shown.check(page, "previews");
    await page.getByText("pr-7", { exact: true }).click();
    await page.waitForURL(/preview=pr-7/);
    const drawer = page.getByRole("dialog", { name: "pr-7" });
    const addresses = drawer.getByRole("list", { name: "Addresses" });
    const mcp = served.addresses.find(({ kind }) => kind === "mcp") ?? assert.fail("no MCP Endpoint");
    await addresses.getByText(mcp.url, { exact: true }).waitFor();
    await shown.check(page, "preview");
    await drawer.getByRole("button", { name: "New key" }).click();
    const key = page.getByRole("dialog", { name: "pr-7 has a new key" });
    const value = (await key.getByRole("textbox", { name: "preview key" }).innerText()).trim();
    await shown.check(page, "preview-key");
    await key.getByRole("button", { name: "I have copied it" }).click();
    await key.waitFor({ state: "detached" });
    const call = async (of: string | null) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      const accept = "application/json, text/event-stream";
      const headers = { "content-type": "application/json", accept, ...(of === null ? {} : { "x-api-key": of }) };
      const { status } = await fetch(`${shown.url}${mcp.path}`, { method: "POST", headers, body });
      return status;
    };
    const opened = () => call(value).then((status) => (status === 200 ? true : undefined));
    await eventually(opened, 20_000);
    assert.equal(await call(null), 401);
    assert.equal(await call(served.key ?? assert.fail("no key")), 401, "the first key opens nothing any more");
    const operator = await shown.open("/previews?preview=pr-7", { role: "operator", width: 390, height: 844 });
    const end = operator.getByRole("dialog", { name: "pr-7" }).getByRole("button", { name: "End preview" });
    assert.equal(await end.getAttribute("aria-disabled"), "true");
    assert.ok(await operator.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await operator.close();
    await drawer.getByRole("button", { name: "End preview" }).click();
    const confirm = page.getByRole("dialog", { name: "End the preview pr-7?" });
    await confirm.getByText("Its addresses return 404.").waitFor();
    await shown.check(page, "preview-end");
    await confirm.getByRole("button", { name: "End preview" }).click();
    await page.getByRole("heading", { name: "No previews" }).waitFor();
    await eventually(async () => ((await call(value)) === 404 ? true : undefined), 20_000);
  });

  test("make calls whose page has no links to a Function and an endpoint that only the preview has", async () => {
    const { addresses, key } = await shown.client.servePreview({
      params: { name: "pr-7" },
      body: {
        source: {
          apiVersion: "ferrule/v1",
          functions: [{ slug: "greet-early", name: "Greet early", source: `export default () => "Hello";` }],
          endpoints: [
            {
              kind: "http",
              slug: "early",
              name: "Early",
              bindings: [{ kind: "http", function: "greet-early", method: "GET", path: "/greeting" }],
            },
          ],
        },
      },
    });
    const headers = {
      "x-api-key": key ?? assert.fail("a new preview has a key"),
      "x-request-id": `early-${Date.now()}`,
    };
    const response = await fetch(`${shown.url}${addresses[0]?.path}/greeting`, { headers });
    assert.equal(await response.json(), "Hello");
    const { id } = await executionOf(shown.client, headers["x-request-id"]);
    // The page asks whether they are in the Project. The browser reports that they are not.
    const allow = [/status of 404.*\/api\/(?:functions|runtime-endpoints)\//];
    const page = await shown.open(`/executions/${id}`, { allow });
    await page.getByText("only in its preview").waitFor();
    await page.getByRole("definition").getByText("Greet early", { exact: true }).waitFor();
    assert.equal(await page.getByRole("link", { name: "pr-7", exact: true }).count(), 1);
    assert.equal(await page.getByRole("link", { name: "Greet early" }).count(), 0);
  });

  test("are ended together", async () => {
    const { source } = await shown.client.getProjectSource({});
    await shown.client.servePreview({ params: { name: "pr-8" }, body: { source } });
    const page = await shown.open("/previews", { role: "developer" });
    for (const name of ["pr-7", "pr-8"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await page.getByRole("toolbar", { name: "Selected previews" }).getByRole("button", { name: "End" }).click();
    await page.getByRole("button", { name: "End 2 previews" }).click();
    await page.getByRole("heading", { name: "No previews" }).waitFor();
    assert.deepEqual((await shown.client.listPreviews({})).items, []);
  });
});
