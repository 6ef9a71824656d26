import { before, describe, test } from "node:test";
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
    const remove = page.getByRole("dialog", { name: "Delete shop from Development?" });
    await remove.getByRole("textbox").fill("shop");
    await remove.getByRole("button", { name: "Delete connection" }).click();
    await page.getByRole("heading", { name: "No connections in Development" }).waitFor();
  });
});
