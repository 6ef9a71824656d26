import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { eventually } from "../eventually.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("a deletion that can be undone", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });

  const make = (name: string) =>
    shown.client.createSecret({ body: { name, environment: "development", value: `of ${name}` } });
  const isThere = async (name: string) => {
    const { items } = await shown.client.listSecrets({ query: { environment: "development", names: name } });
    return items.length > 0;
  };
  const remove = async (page: Page, name: string) => {
    await page.getByRole("table").getByText(name, { exact: true }).click();
    await page.getByRole("dialog", { name }).getByRole("button", { name: "Delete" }).click();
    await page.getByText(`${name} is being deleted`).first().waitFor();
    await page.getByRole("table").getByText(name, { exact: true }).waitFor({ state: "detached" });
  };

  test("is taken back by the key z, and carried out when the time is over", async () => {
    await make("UNDO_A");
    await make("UNDO_B");
    const page = await shown.open("/secrets?q=UNDO_");
    await remove(page, "UNDO_A");
    await page.keyboard.press("z");
    await page.getByRole("table").getByText("UNDO_A", { exact: true }).waitFor();
    await remove(page, "UNDO_A");
    assert.equal(await isThere("UNDO_A"), true);
    await page.getByText("UNDO_A is being deleted").first().waitFor({ state: "detached", timeout: 15_000 });
    await eventually(async () => ((await isThere("UNDO_A")) ? undefined : true), 5_000);
    assert.equal(await isThere("UNDO_B"), true);
  });

  test("is sent before the next change, and when the tab is closed", async () => {
    await make("UNDO_C");
    const page = await shown.open("/secrets?q=UNDO_");
    await remove(page, "UNDO_C");
    // A new one of the same name is possible, because the old one is gone by then.
    await page.getByRole("button", { name: "New secret" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("UNDO_C");
    await page.getByRole("dialog").getByLabel("Value", { exact: true }).fill("another");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("table").getByText("UNDO_C", { exact: true }).waitFor();
    const other = await page.context().newPage();
    await other.goto("/secrets?q=UNDO_");
    await remove(other, "UNDO_B");
    await other.goto("about:blank");
    await eventually(async () => ((await isThere("UNDO_B")) ? undefined : true), 5_000);
    await other.close();
  });

  test("comes back with the reason if the server refuses it", async () => {
    const { id: secretId } = await make("UNDO_D");
    const page = await shown.open("/secrets?q=UNDO_", { allow: [/status of 412/] });
    await remove(page, "UNDO_D");
    await shown.client.rotateSecret({ params: { secretId }, body: { value: "another" } });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Functions" }).click();
    await page
      .getByText(/^UNDO_D was not deleted: /)
      .first()
      .waitFor();
    await shown.go(page, "/secrets?q=UNDO_");
    await page.getByRole("table").getByText("UNDO_D", { exact: true }).waitFor();
    assert.equal(await isThere("UNDO_D"), true);
    const { items } = await shown.client.listSecrets({ query: { environment: "development", q: "UNDO_" } });
    for (const { id } of items) await shown.client.deleteSecret({ params: { secretId: id } });
  });
});
