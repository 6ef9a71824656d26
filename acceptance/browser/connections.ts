import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { eventually } from "../eventually.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("the page of connections", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });

  test("connections: created, tested, edited and deleted, and the URL is never shown again", async () => {
    const page = await shown.open("/connections");
    await page.getByRole("heading", { name: "No connections in Development" }).waitFor();
    await shown.check(page, "connections-empty");
    await page.keyboard.press("c");
    const create = page.getByRole("dialog", { name: "New connection in Development" });
    await create.getByLabel("Name").fill("shop");
    await create.getByLabel("URL", { exact: true }).fill("https://db.example/shop");
    await page.keyboard.press("Control+Enter");
    await create.getByText("must be a postgres:// or mysql:// URL").waitFor();
    await create.getByLabel("URL", { exact: true }).fill("postgres://reader:never-shown@127.0.0.1:9/shop");
    await shown.check(page, "connections-new");
    await page.keyboard.press("Control+Enter");
    const detail = page.getByRole("dialog", { name: "shop" });
    await detail.getByText("127.0.0.1:9/shop").waitFor();
    await detail.getByRole("button", { name: "Test connection" }).click();
    await detail.getByText(/DATABASE_ALLOW_PRIVATE/).waitFor();
    await shown.check(page, "connections-detail");
    await detail.getByRole("button", { name: "Edit" }).click();
    const edit = page.getByRole("dialog", { name: "Edit shop" });
    await edit.getByLabel("Most rows").fill("50");
    await page.keyboard.press("Control+Enter");
    await detail.getByText(/^50 rows/).waitFor();
    await detail.getByRole("button", { name: "Delete" }).click();
    const none = page.getByRole("heading", { name: "No connections in Development" });
    await none.waitFor();
    await page.getByText("shop is being deleted").first().waitFor();
    await shown.check(page, "connections-undo");
    await page.getByRole("button", { name: "Undo" }).click();
    await none.waitFor({ state: "detached" });
    await page.getByRole("table").getByText("shop", { exact: true }).click();
    await page.getByRole("dialog", { name: "shop" }).getByRole("button", { name: "Delete" }).click();
    await none.waitFor();
    const left = async () => (await shown.client.listConnections({ query: {} })).items.length;
    assert.equal(await left(), 1, "until it is too late to undo it");
    // Leaving the page ends Undo.
    await shown.go(page, "/secrets");
    await page.getByText("shop is being deleted").first().waitFor({ state: "detached" });
    await eventually(async () => ((await left()) === 0 ? true : undefined), 5_000);
  });
});
