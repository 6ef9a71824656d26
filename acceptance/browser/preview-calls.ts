import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { executionOf } from "../deploy.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

let shown: TestConsole;

describe("calls of a preview", () => {
  before(async () => void (shown = await shareConsole("preview-calls")));

  test("have no links to a Function and an endpoint that only the preview has", async () => {
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
});
