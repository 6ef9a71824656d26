import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { shareConsole, type TestConsole } from "./start-console.ts";

const boxOf = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}` });

describe("many rows at once", () => {
  let shown: TestConsole;
  const names = ["BULK_A", "BULK_B", "BULK_C", "BULK_D"];
  before(async () => {
    shown = await shareConsole("keeping");
    const { client } = shown;
    for (const name of names)
      await client.createSecret({ body: { name, environment: "development", value: `of ${name}` } });
  });

  const left = async () => {
    const { items } = await shown.client.listSecrets({ query: { environment: "development", q: "BULK_" } });
    return items.map(({ name }) => name).toSorted();
  };

  test("are chosen by mouse, with Shift and by keyboard, and saved as a file", async () => {
    const page = await shown.open("/secrets?q=BULK_");
    const bar = page.getByRole("toolbar", { name: "Selected secrets" });
    await boxOf(page, "BULK_A").check();
    await bar.getByText("1 secret selected").waitFor();
    await boxOf(page, "BULK_C").click({ modifiers: ["Shift"] });
    await bar.getByText("3 secrets selected").waitFor();
    assert.equal(await boxOf(page, "BULK_B").isChecked(), true);
    await shown.check(page, "selection", true);
    await page.keyboard.press("Escape");
    await bar.waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await bar.getByText("4 secrets selected").waitFor();
    await bar.getByRole("button", { name: "Clear" }).click();
    for (const key of ["j", "x", "Shift+ArrowDown"]) await page.keyboard.press(key);
    await bar.getByText("2 secrets selected").waitFor();
    const chosen: string[] = [];
    for (const name of ["BULK_A", "BULK_B", "BULK_C", "BULK_D"])
      if (await boxOf(page, name).isChecked()) chosen.push(name);
    await bar.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "CSV" }).click(),
    ]);
    const lines = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n");
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? "", /\bname\b/);
    const exported = lines.slice(1).map((line) => /BULK_[A-D]/.exec(line)?.[0] ?? line);
    assert.deepEqual(exported.toSorted(), chosen);
  });

  test("are deleted after the number is typed, and what is refused stays selected with the reason", async () => {
    const page = await shown.open("/secrets?q=BULK_", { allow: [/412/] });
    await page.getByRole("checkbox", { name: "Select all" }).check();
    const { items } = await shown.client.listSecrets({ query: { environment: "development", q: "BULK_B" } });
    // Somebody else changes one of them meanwhile.
    await shown.client.rotateSecret({ params: { secretId: items[0]?.id ?? "" }, body: { value: "another" } });
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    const asked = page.getByRole("dialog", { name: "Delete 4 secrets?" });
    const confirm = asked.getByRole("button", { name: "Delete 4 secrets" });
    assert.equal(await confirm.getAttribute("aria-disabled"), "true");
    await asked.getByRole("textbox").fill("4 secrets");
    await shown.check(page, "selection-question");
    await confirm.click();
    const outcome = page.getByRole("dialog", { name: "Delete 1 secret?" });
    await outcome.getByText("3 of 4 deleted; 1 failed").waitFor();
    await outcome.getByText(/^BULK_B: /).waitFor();
    await shown.check(page, "selection-outcome", true);
    assert.deepEqual(await left(), ["BULK_B"]);
    await outcome.getByRole("textbox").fill("1 secret");
    await outcome.getByRole("button", { name: "Delete 1 secret" }).click();
    await page.getByText("No secrets match").waitFor();
    assert.deepEqual(await left(), []);
  });

  test("are left as they are from the moment that Stop is pressed, or that the page is left", async () => {
    const { client } = shown;
    for (let n = 1; n <= 12; n += 1)
      await client.createSecret({ body: { name: `BULK_STOP_${n}`, environment: "development", value: "kept" } });
    const page = await shown.open("/secrets?q=BULK_STOP");
    const pattern = /\/api\/secrets\/sec_/;
    const bar = page.getByRole("toolbar", { name: "Selected secrets" });
    /** Begins to delete all that are chosen. The returned function lets the requests pass. */
    const begin = async (what: string) => {
      const gate = Promise.withResolvers<void>();
      await page.route(pattern, async (route) => {
        await gate.promise;
        await route.continue();
      });
      await bar.getByRole("button", { name: "Delete" }).click();
      const asked = page.getByRole("dialog", { name: `Delete ${what}?` });
      await asked.getByRole("textbox").fill(what);
      await asked.getByRole("button", { name: `Delete ${what}` }).click();
      await asked.getByRole("button", { name: "Stop" }).waitFor();
      return gate.resolve;
    };
    await page.getByRole("checkbox", { name: "Select all" }).check();
    const pass = await begin("12 secrets");
    await shown.check(page, "selection-running");
    await page.getByRole("button", { name: "Stop" }).click();
    pass();
    await page.getByText("4 of 12 deleted; 8 not begun").waitFor();
    await shown.check(page, "selection-stopped", true);
    await page.unroute(pattern);
    await page.getByRole("button", { name: "Cancel" }).click();
    await bar.getByText("8 secrets selected").waitFor();
    assert.equal((await left()).length, 8);
    const passAgain = await begin("8 secrets");
    // As a link does.
    await page.evaluate(() => history.pushState(null, "", "/libraries"));
    await page.getByRole("heading", { name: "Libraries", level: 1 }).waitFor();
    passAgain();
    await page.getByText("4 of 8 deleted; 4 not begun").first().waitFor();
    await page.unroute(pattern);
    assert.equal((await left()).length, 4);
    const { items } = await client.listSecrets({ query: { environment: "development", q: "BULK_STOP" } });
    for (const { id: secretId } of items) await client.deleteSecret({ params: { secretId } });
  });

  test("tools are disabled together, and move to another endpoint as they are", async () => {
    const { client } = shown;
    const made = async (slug: string, name: string) =>
      (await client.createRuntimeEndpoint({ body: { kind: "mcp", slug, name } })).id;
    const [from, to] = [await made("bulk-from", "Bulk from"), await made("bulk-to", "Bulk to")];
    const { items } = await client.listFunctions({ query: { limit: 1 } });
    const functionId = items[0]?.id ?? assert.fail("no Function");
    for (const toolName of ["bulk_one", "bulk_two"])
      await client.createMcpBinding({ params: { endpointId: from }, body: { functionId, toolName, title: "Kept" } });
    const page = await shown.open(`/endpoints/${from}?tab=bindings`);
    const bar = page.getByRole("toolbar", { name: "Selected bindings" });
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await bar.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("button", { name: "Disable 2 bindings" }).click();
    await page.getByText("2 bindings disabled").first().waitFor();
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await bar.getByRole("button", { name: "Move", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Move 2 bindings?" });
    await question.getByRole("combobox", { name: "Move to" }).fill("Bulk to");
    await page.getByRole("option", { name: /Bulk to/ }).click();
    await shown.check(page, "selection-move");
    await question.getByRole("button", { name: "Move 2 bindings" }).click();
    await page.getByText("2 bindings moved").first().waitFor();
    await page.getByText("Nothing offered yet").waitFor();
    const moved = await client.listMcpBindings({ params: { endpointId: to }, query: {} });
    const kept = moved.items.map(({ toolName, title, enabled }) => `${toolName} ${title} ${enabled}`);
    assert.deepEqual(kept.toSorted(), ["bulk_one Kept false", "bulk_two Kept false"]);
    for (const endpointId of [from, to]) await client.deleteRuntimeEndpoint({ params: { endpointId } });
  });

  test("Projects are archived together once the number is typed, and restored", async () => {
    const { client } = shown;
    for (const slug of ["bulk-one", "bulk-two"]) await client.createProject({ body: { slug } });
    const made = async () => (await client.listProjects({ query: { q: "bulk-" } })).items;
    const page = await shown.open("/projects?q=bulk-");
    const bar = page.getByRole("toolbar", { name: "Selected Projects" });
    await page.getByRole("checkbox", { name: "Select all" }).check();
    assert.equal(await bar.getByRole("button", { name: "Restore" }).getAttribute("aria-disabled"), "true");
    assert.equal(await bar.getByRole("button", { name: "Delete" }).count(), 0);
    await bar.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("dialog", { name: "Archive 2 Projects?" }).getByRole("textbox").fill("2 Projects");
    await shown.check(page, "selection-projects");
    await page.getByRole("button", { name: "Archive 2 Projects" }).click();
    await page.getByText("2 Projects archived").first().waitFor();
    assert.deepEqual(
      (await made()).map(({ status }) => status),
      ["archived", "archived"],
    );
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await bar.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("button", { name: "Restore 2 Projects" }).click();
    await page.getByText("2 Projects restored").first().waitFor();
    for (const { id: projectId, status } of await made()) {
      assert.equal(status, "active");
      await client.archiveProject({ params: { projectId } });
      await client.deleteProject({ params: { projectId } });
    }
  });

  test("the Project of the page is archived and restored as others are, and its pages know it at once", async (t) => {
    const { client } = shown;
    const params = { projectId: (await client.createProject({ body: { slug: "bulk-now" } })).id };
    const { activeProject } = await client.getMe();
    // The owner's next sessions begin with the Project that was selected last.
    t.after(() => client.selectProject({ params: { projectId: activeProject?.id ?? assert.fail("no Project") } }));
    const page = await shown.open("/projects?q=bulk-now", { alone: true });
    // As a link does.
    const follow = (path: string) => page.evaluate((to) => history.pushState(null, "", to), path);
    const mayCreate = async () => {
      await follow("/secrets");
      const create = page.getByRole("button", { name: "New secret" }).first();
      await create.waitFor();
      const isDisabled = await create.getAttribute("aria-disabled");
      await follow("/projects?q=bulk-now");
      return isDisabled !== "true";
    };
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("button", { name: "Project: bulk-now" }).waitFor();
    assert.equal(await mayCreate(), true);
    await page.getByRole("checkbox", { name: /^Select bulk-now/ }).check();
    await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("1 Project");
    await page.getByRole("button", { name: "Archive 1 Project" }).click();
    await page.getByText("1 Project archived").first().waitFor();
    assert.equal(await mayCreate(), false);
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByText("bulk-now is active again").first().waitFor();
    assert.equal(await mayCreate(), true);
    await page.context().close();
    await client.archiveProject({ params });
    await client.deleteProject({ params });
  });

  test("collections are deleted together, and one that holds records is kept", async () => {
    const { client } = shown;
    const ids = new Map<string, string>();
    for (const name of ["bulk_empty", "bulk_full", "bulk_other"]) {
      const schema = { type: "object", properties: { note: { type: "string" } } };
      ids.set(name, (await client.createDataCollection({ body: { name, schema } })).id);
    }
    const full = { params: { collectionId: ids.get("bulk_full") ?? "" } };
    await client.createRecord({
      ...full,
      body: { environment: "development", tenantId: "default", data: { note: "kept" } },
    });
    const page = await shown.open("/data?q=bulk_", { allow: [/40[49]/] });
    await page.getByRole("link", { name: "All collections" }).click();
    await page.getByRole("table", { name: "Collections" }).waitFor();
    await page.getByRole("checkbox", { name: "Select all" }).check();
    const bar = page.getByRole("toolbar", { name: "Selected collections" });
    await bar.getByText("3 collections selected").waitFor();
    await shown.check(page, "selection-collections");
    await bar.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("3 collections");
    await page.getByRole("button", { name: "Delete 3 collections" }).click();
    await page.getByText("2 of 3 deleted; 1 failed").waitFor();
    await page.getByText(/^bulk_full: /).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "bulk_full" }).click();
    await page.getByRole("tablist", { name: "Parts of bulk_full" }).waitFor();
    await client.deleteDataCollection({ ...full, query: { force: "true", name: "bulk_full" } });
  });

  test("API tokens are revoked together, and the session of the page does not end", async () => {
    const { client } = shown;
    const projectId = (await client.getMe()).activeProject?.id ?? assert.fail("no Project");
    for (const name of ["Bulk one", "Bulk two"])
      await client.createToken({ body: { name, role: "developer", projectId } });
    const page = await shown.open("/settings?tab=tokens");
    for (const name of ["Bulk one", "Bulk two"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await page.getByRole("toolbar").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog", { name: "Revoke 2 API tokens?" }).getByRole("textbox").fill("2 API tokens");
    await page.getByRole("button", { name: "Revoke 2 API tokens" }).click();
    await page.getByText("2 API tokens revoked").first().waitFor();
    assert.deepEqual((await client.listTokens({ query: { q: "Bulk" } })).items, []);
    await shown.go(page, "/settings?tab=sessions");
    const current = page.getByRole("row", { name: /This one/ });
    await current.getByRole("checkbox").check();
    const end = page.getByRole("toolbar", { name: "Selected sessions" }).getByRole("button", { name: "End" });
    assert.equal(await end.getAttribute("aria-disabled"), "true");
    await end.hover();
    await page.getByText("You are using this session. Sign out instead.").waitFor();
  });

  test("nobody can do to many rows what they cannot do to one", async () => {
    const { id: secretId } = await shown.client.createSecret({
      body: { name: "BULK_E", environment: "development", value: "kept" },
    });
    const page = await shown.open("/secrets?q=BULK_", { role: "operator" });
    await boxOf(page, "BULK_E").check();
    const remove = page.getByRole("toolbar").getByRole("button", { name: "Delete" });
    assert.equal(await remove.getAttribute("aria-disabled"), "true");
    await remove.hover();
    await page.getByText(/Your role \(Operator\) does not allow this/).waitFor();
    await shown.client.deleteSecret({ params: { secretId } });
  });
});
