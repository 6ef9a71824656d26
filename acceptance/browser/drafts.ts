import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { eventually } from "../eventually.ts";
import {
  beginFunctions,
  createFunction,
  editorOf,
  madeSoFar,
  patience,
  placeBehind,
  quiet,
  source,
  visit,
} from "./function-pages.ts";
import type { TestConsole } from "./start-console.ts";
import { addTool } from "../deploy.ts";

let shown: TestConsole;

describe("a Function that is being changed", () => {
  before(async () => {
    shown = await beginFunctions();
  });

  test("keeps showing the contract while the code has errors or cannot be read, and says so", async () => {
    const page = await visit(`/functions/${await createFunction()}`);
    const card = page.getByRole("complementary", { name: "Side panel" });
    await card.getByText("Greets somebody by name.").waitFor(patience);
    await quiet(page);
    await placeBehind(page, "ctx.log.info");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("const wrong: number = input.name;");
    await card.getByText("This contract may be incomplete").waitFor(patience);
    await card.getByText("Whom to greet.").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("if (");
    await card.getByText("from the last successful check").waitFor(patience);
    await card.getByText("Greets somebody by name.").waitFor();
    await card.getByText("Whom to greet.").waitFor();
    await shown.check(page, "function-tool-last-known");
  });

  test("says whether a tool's description is the Function's, and has it follow the code again", async () => {
    const functionId = await createFunction();
    const { id: endpointId } = await shown.client.createRuntimeEndpoint({
      body: { kind: "mcp", name: `Described ${madeSoFar()}`, slug: `described-${madeSoFar()}` },
    });
    await addTool(shown.client, endpointId, {
      functionId,
      toolName: `greet_${madeSoFar()}`,
      description: "Says hello, its own way.",
    });
    const page = await visit(`/functions/${functionId}`);
    const card = page.getByRole("complementary", { name: "Side panel" });
    await card.getByText("Says hello, its own way.").waitFor(patience);
    await card.getByText("Overridden here").waitFor();
    await shown.check(page, "function-tool-overridden");
    await card.getByRole("button", { name: "Use the Function's description" }).click();
    await card.getByText("From the Function").waitFor(patience);
    await card.getByText("Greets somebody by name.").waitFor();
    const { items } = await shown.client.listMcpBindings({ params: { endpointId }, query: { limit: 10 } });
    assert.equal(items[0]?.description, "");
  });

  test("keeps the text and the settings that were not saved, for the one who changed them, until they sign out", async () => {
    const id = await createFunction();
    const path = `/functions/${id}?panel=settings`;
    const page = await visit(path);
    await quiet(page);
    const settings = page.getByRole("complementary", { name: "Side panel" });
    const time = settings.getByRole("textbox", { name: "Time limit, ms" });
    await placeBehind(page, "ctx.log.info");
    await page.keyboard.type(" // not saved");
    await settings.getByRole("textbox", { name: "Name", exact: true }).fill("Greet loudly");
    await settings.getByRole("textbox", { name: "Description" }).fill("Greets, louder");
    await time.fill("1234");
    await settings.getByLabel("Hosts").fill("api.example.com");
    await settings.getByLabel("Hosts").press("Enter");
    await settings.getByRole("checkbox", { name: "Can use the cache" }).check();
    await page.getByText("Unsaved changes, kept in this browser").waitFor();
    await shown.go(page, "/secrets");
    await page.getByRole("heading", { name: "Secrets", exact: true }).waitFor();
    await shown.go(page, path);
    await page.getByText(/Your unsaved changes from .* were restored/).waitFor(patience);
    await page.reload();
    await page.getByText(/Your unsaved changes from .* were restored/).waitFor(patience);
    await editorOf(page).getByText("// not saved").waitFor(patience);
    await page.getByRole("heading", { name: /Greet loudly/ }).waitFor();
    assert.equal(await settings.getByRole("textbox", { name: "Description" }).inputValue(), "Greets, louder");
    assert.equal(await time.inputValue(), "1234");
    await settings.getByText("api.example.com").waitFor();
    assert.ok(await settings.getByRole("checkbox", { name: "Can use the cache" }).isChecked());
    await shown.check(page, "function-kept");
    const drafts = () =>
      page.evaluate((of) => Object.keys(localStorage).filter((key) => key.endsWith(`.draft.${of}`)).length, id);
    assert.equal(await drafts(), 1);
    await page.getByRole("button", { name: "Discard changes" }).click();
    assert.equal(await time.inputValue(), "10000");
    await page.getByText("Revision 1, saved").waitFor();
    await eventually(async () => ((await drafts()) === 0 ? true : undefined), 20_000);
  });

  test("drops at sign-out what was not saved, and shows nobody what somebody else has not saved", async () => {
    const id = await createFunction();
    const page = await visit(`/functions/${id}`, {
      role: "developer",
      alone: true,
      allow: [/401 \(Unauthorized\)/],
    });
    await quiet(page);
    await placeBehind(page, "ctx.log.info");
    await page.keyboard.type(" // mine alone");
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(".draft.")));
    await eventually(async () => ((await kept()).length === 1 ? true : undefined), 20_000);
    // Somebody else signs in with the same browser, although the first user has not signed out.
    const [key = ""] = await kept();
    await page.evaluate(([from, to]) => localStorage.setItem(to, localStorage.getItem(from) ?? ""), [
      key,
      key.replace(/usr_\w+/, "usr_somebody"),
    ] as const);
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor(patience);
    assert.deepEqual(await kept(), [key.replace(/usr_\w+/, "usr_somebody")]);
  });

  test("keeps the page and what was typed when the next page cannot be loaded, and opens it once the server is back", async () => {
    const id = await createFunction();
    const page = await visit(`/functions/${id}`, {
      load: true,
      alone: true,
      allow: [/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/, /TypeError: Failed to fetch/],
    });
    await quiet(page);
    const marked = () => page.evaluate(() => (window as { isSame?: boolean }).isSame);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await placeBehind(page, "ctx.log.info");
    await page.keyboard.type(" // offline");
    await page.getByText("Unsaved changes, kept in this browser").waitFor();
    await page.context().setOffline(true);
    const before = page.url();
    await page.getByRole("navigation").getByRole("link", { name: "Audit" }).first().click();
    await page.getByText("The page you requested did not open.").waitFor(patience);
    assert.equal(page.url(), before);
    await editorOf(page).getByText("// offline").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await editorOf(page).getByText("// offline").waitFor();
    // A part of the page that was not loaded waits, and the page stays.
    await page.getByRole("tab", { name: "Versions" }).click();
    await shown.check(page, "offline");
    await page.context().setOffline(false);
    await page.getByText("Back online.").waitFor(patience);
    await page.getByRole("button", { name: "Revision 1", exact: true }).waitFor(patience);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Audit", exact: false }).first().waitFor(patience);
    await page.getByText("Back online.").waitFor({ state: "hidden" });
    await page.goBack();
    await page.getByRole("tab", { name: "Code" }).click();
    await editorOf(page).getByText("// offline").waitFor(patience);
    assert.ok(await marked(), "the document was never loaded again");
  });

  test("has the result of a run in sight at 1440 by 780, and the way to run again", async () => {
    const wide = source.replace(
      "name: string;",
      "name: string;\n  a?: string; b?: string; c?: string; d?: string; e?: string;",
    );
    const page = await visit(`/functions/${await createFunction(wide)}?panel=test`, { width: 1440, height: 780 });
    const panel = page.getByRole("complementary", { name: "Side panel" });
    await panel.getByText("Whom to greet.").waitFor(patience);
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    const output = panel.getByText('"Hello Ada"');
    await output.waitFor(patience);
    for (const seen of [
      output,
      panel.getByText("Succeeded"),
      panel.getByRole("button", { name: "Run", exact: true }),
    ]) {
      const box = (await seen.boundingBox()) ?? assert.fail("not shown");
      const around = (await panel.boundingBox()) ?? assert.fail("not shown");
      assert.ok(
        box.y >= around.y && box.y + box.height <= Math.min(around.y + around.height, 780),
        JSON.stringify(box),
      );
    }
    await shown.check(page, "function-test-in-sight");
  });

  test("shows what calls a Function, where which revision runs, and its last executions", async () => {
    const functionId = await createFunction();
    await shown.client.createCronBinding({ body: { functionId, name: "Each leap day", schedule: "0 3 29 2 *" } });
    await shown.client.testFunction({ params: { functionId }, body: { input: { name: "Ada" } } });
    const page = await visit(`/functions/${functionId}?tab=activity`);
    await page.getByRole("link", { name: "Each leap day" }).waitFor(patience);
    await page.getByRole("group", { name: "Live revisions" }).getByText("r1").waitFor();
    const calls = page.getByRole("table", { name: "Calls, errors and latency" });
    await calls.getByRole("row", { name: /^Calls 0 0$/ }).waitFor();
    const recent = page.getByRole("region", { name: "Recent executions" });
    await recent.getByText("Succeeded").waitFor(patience);
    const name = await recent.getByRole("columnheader", { name: "Function" }).boundingBox();
    assert.ok(name !== null && name.width > 90, JSON.stringify(name));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await shown.check(page, "function-activity");
    await page.getByRole("link", { name: "Each leap day" }).click();
    await page.getByRole("dialog", { name: "Each leap day" }).waitFor();
  });
});
