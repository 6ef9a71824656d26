import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { fillLists, filledId } from "./fill-lists.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

const most = 2_000;
const functionOf = (n: number) => ({ id: filledId("fn", n), name: `Filled ${n}`, slug: `filled-${n}` });

/** Searches in an open picker, and picks a result. */
async function pick(page: Page, field: ReturnType<Page["getByRole"]>, text: string, option: RegExp | string) {
  await field.fill(text);
  await page.getByRole("option", { name: option, exact: true }).click();
}

describe("two thousand of everything", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
    const { activeProject } = await shown.client.getMe();
    await fillLists(shown.machine.databaseUrl, activeProject?.id ?? "", most);
  });

  const visit = async (path: string) => {
    const page = await shown.open(path);
    page.setDefaultTimeout(15_000);
    return page;
  };

  test("every list finds its oldest and what lies far below the first page", async () => {
    const page = await visit("/functions");
    await page.getByRole("row", { name: /Filled 2000/ }).waitFor();
    for (const n of [501, 1_999]) {
      const { name, slug } = functionOf(n);
      await page.getByRole("searchbox", { name: "Search Functions" }).fill(slug);
      await page.getByRole("link", { name, exact: true }).waitFor();
    }
    await page.getByRole("searchbox", { name: "Search Functions" }).fill(functionOf(1).id);
    await page.getByRole("link", { name: "Filled 1", exact: true }).waitFor();
    await page.getByRole("searchbox", { name: "Search Functions" }).fill("nothing is called so");
    await page.getByText("No Functions match").waitFor();
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await page.waitForURL(/sort=name/);
    await page.getByRole("row", { name: /Filled 1 ?filled-1\b/ }).waitFor();
    assert.equal(await page.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort"), "ascending");
    await shown.check(page, "functions-many");

    await shown.go(page, "/endpoints?q=filled-1999");
    await page.getByRole("link", { name: "Filled 1999", exact: true }).waitFor();
    await shown.check(page, "endpoints-many");
    for (const [path, label, text, found] of [
      ["/secrets", "Search secrets", "FILLED_77", "FILLED_77"],
      ["/libraries", "Search Libraries", "filled-77", "filled-77"],
      ["/crons", "Search crons", "Filled 77", "Filled 77"],
      ["/projects", "Search Projects", "filled-77", "Filled 77"],
      ["/users", "Search users", "filled-77@", "filled-77@acme.example"],
    ] as const) {
      await shown.go(page, path);
      await page.getByRole("searchbox", { name: label }).fill(text);
      await page.getByRole("table").getByText(found, { exact: true }).first().waitFor();
    }
    await shown.go(page, "/data");
    await page.getByRole("searchbox", { name: "Search collections" }).fill("filled_77");
    await page.getByRole("link", { name: "filled_77", exact: true }).click();
    await page.getByRole("tablist", { name: "Parts of filled_77", exact: true }).waitFor();
  });

  test("all of a list are selected, also those that are not loaded yet", async () => {
    const page = await visit("/secrets?q=FILLED");
    await page.getByRole("checkbox", { name: "Select all" }).check();
    const bar = page.getByRole("toolbar", { name: "Selected secrets" });
    await bar.getByText(/^\d{2,3} secrets selected/).waitFor();
    await bar.getByRole("button", { name: "Load and select all" }).click();
    await bar.getByText("2,000 secrets selected").waitFor();
    assert.equal(await bar.getByRole("button", { name: "Load and select all" }).count(), 0);
    assert.equal(await page.getByRole("checkbox", { name: "Select all" }).isChecked(), true);
  });

  test("the 501st Function is bound as a tool by keyboard, and the 1,999th scheduled by a cron", async () => {
    const { items } = await shown.client.listRuntimeEndpoints({ query: { q: "filled-2", kind: "mcp", limit: 1 } });
    const endpointId = items[0]?.id ?? assert.fail("no endpoint");
    const page = await visit(`/endpoints/${endpointId}?tab=bindings&binding=new`);
    const form = page.getByRole("dialog", { name: "Bind a Function as a tool" });
    const field = form.getByRole("combobox", { name: "Function" });
    await field.click();
    await page.getByRole("option").nth(20).waitFor();
    // The last result of a page leads to the next page, and the list stays open.
    await page.keyboard.press("ArrowUp");
    const more = page.getByRole("option", { name: "Show more" });
    assert.equal(await more.getAttribute("data-highlighted"), "");
    await page.keyboard.press("Enter");
    await page.getByRole("option").nth(40).waitFor();
    await field.fill("filled-501");
    await page
      .getByRole("option", { name: /^Filled 501/ })
      .and(page.locator("[data-highlighted]"))
      .waitFor();
    await shown.check(page, "picker");
    await page.keyboard.press("Enter");
    assert.equal(await field.inputValue(), "Filled 501");
    await form.getByLabel("Description").fill("A tool");
    await form.getByRole("button", { name: "Bind tool" }).click();
    await page.getByRole("row", { name: /filled_501/ }).waitFor();
    const bound = await shown.client.listMcpBindings({ params: { endpointId } });
    assert.deepEqual(
      bound.items.map(({ functionId }) => functionId),
      [functionOf(501).id],
    );
    await shown.go(page, "/functions?q=filled-501");
    await page.getByRole("row", { name: /Filled 501.*filled_501 on Filled/ }).waitFor();

    await shown.go(page, "/crons?form=new");
    const cron = page.getByRole("dialog", { name: "New cron" });
    await pick(page, cron.getByRole("combobox", { name: "Function" }), "filled-1999", /^Filled 1999/);
    await cron.getByLabel("Name").fill("The last but one");
    await cron.getByRole("button", { name: "Create cron" }).click();
    await page.getByRole("dialog", { name: "The last but one" }).getByRole("link", { name: "Filled 1999" }).waitFor();
  });

  test("executions and crons are filtered by any of them, and say its name after a reload", async () => {
    const page = await visit("/executions");
    await page.getByRole("combobox", { name: "Function", exact: true }).click();
    await pick(page, page.getByRole("combobox", { name: "Search Function" }), "filled-1999", /Filled 1999/);
    await page.waitForURL(new RegExp(`functionId=${functionOf(1_999).id}`));
    await page.getByRole("button", { name: "Remove the filter Function" }).getByText("Function: Filled 1999").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Remove the filter Function" }).getByText("Function: Filled 1999").waitFor();
    await page.getByText("No calls match").waitFor();
    await shown.go(page, "/crons");
    await page.getByRole("combobox", { name: "Function", exact: true }).click();
    await pick(page, page.getByRole("combobox", { name: "Search Function" }), "filled-501", /Filled 501/);
    await page.getByRole("row", { name: /Filled 501/ }).waitFor();
    await shown.go(page, "/audit");
    await page.getByRole("combobox", { name: "Person", exact: true }).click();
    await pick(page, page.getByRole("combobox", { name: "Search Person" }), "filled-1999@", /filled-1999@acme.example/);
    await page.getByText("No events match").waitFor();
  });
});
