import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../eventually.ts";
import { countGestures } from "./count-gestures.ts";
import { shareConsole, startConsole, type TestConsole } from "./start-console.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";

/** Types where the focus already is. */
async function type(page: Page, label: string, text: string, then: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  const isFocused = () => field.evaluate((element) => element === document.activeElement);
  await eventually(async () => ((await isFocused()) ? true : undefined), 30_000);
  await page.keyboard.type(text);
  await page.keyboard.press(then);
}

/** From the sign-in form to the execution of the first tool call, with real clicks and keys, which it counts. */
async function makeFirstCall(console: TestConsole, t: TestContext, projectSlug: string | null) {
  const page = await console.open(projectSlug === null ? "/start" : "/", { role: null, alone: true });
  const gestures = await countGestures(page);
  await page.reload();
  await page.getByLabel("Email").waitFor();
  const began = performance.now();
  await type(page, "Email", "owner@acme.example", "Tab");
  await type(page, "Password", "owner password 1", "Enter");
  if (projectSlug !== null) await type(page, "Slug", projectSlug, "Enter");
  await page.getByRole("button", { name: "Start with a sample" }).click();
  await page.getByRole("button", { name: "Deploy to Development" }).click();
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByRole("button", { name: /^Call .* from here$/ }).click();
  await page.waitForURL(/\/executions\/exe_/);
  await page.getByRole("list", { name: "Timeline" }).waitFor();
  const seconds = (performance.now() - began) / 1_000;
  const { clicks, keys } = gestures();
  t.diagnostic(`${clicks} clicks, ${keys} keys, ${seconds.toFixed(1)} s from the sign-in form to the execution`);
  await console.check(page, "first-execution");
  const { items } = await console.client.listProjects({ query: { limit: 200 } });
  const [newest] = items.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  await console.client.selectProject({ params: { projectId: newest?.id ?? "" } });
  const executions = await console.client.listExecutions({ query: { source: "mcp" } });
  assert.equal(executions.items[0]?.status, "succeeded");
  return { clicks, keys, seconds };
}

describe("a newcomer", () => {
  test("gets to a live tool call in an empty Project with a few clicks and without typing JSON", async (t) => {
    const console = await shareConsole("keeping");
    const { id } = await console.client.createProject({ body: { slug: "first" } });
    await console.client.selectProject({ params: { projectId: id } });
    const { clicks, keys } = await makeFirstCall(console, t, null);
    assert.equal(clicks, 4);
    const { items: endpoints } = await console.client.listRuntimeEndpoints({ query: {} });
    const params = { endpointId: endpoints[0]?.id ?? assert.fail("no endpoint") };
    const { items: policies } = await console.client.listEndpointAuthPolicies({ params });
    const made = policies.flatMap(({ apiKeys }) => apiKeys).find(({ name }) => name === "First steps");
    const days = (Date.parse(made?.expiresAt ?? "") - Date.now()) / 86_400_000;
    assert.ok(days > 6.9 && days <= 7, `the key ends in ${days} days`);
    assert.ok(keys <= 40, `${keys} keys`);
  });
});

/** Presses a key until the wanted element has the focus. */
async function reach(page: Page, key: "Tab" | "ArrowDown", wanted: Locator): Promise<void> {
  await wanted.waitFor();
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let pressed = 0; !(await isThere()); pressed += 1) {
    assert.ok(pressed < 50, `${key} does not get to ${String(wanted)}`);
    await page.keyboard.press(key);
  }
}

/** Waits until the page itself has moved the focus to the element. */
const hasFocus = (wanted: Locator) => wanted.and(wanted.page().locator(":focus")).waitFor();

describe("somebody without a mouse", () => {
  test("signs in, gets to a live tool call and into what it did, and the focus is never lost", async () => {
    const console = await shareConsole("keeping");
    const { id } = await console.client.createProject({ body: { slug: "keys-only" } });
    await console.client.selectProject({ params: { projectId: id } });
    const page = await console.open("/", { role: null, alone: true });
    const gestures = await countGestures(page);
    await page.reload();
    // A button that waits for the server does not react, so wait until it is enabled.
    const button = (name: string | RegExp) => page.getByRole("button", { name, disabled: false });
    await type(page, "Email", "owner@acme.example", "Tab");
    await type(page, "Password", "owner password 1", "Enter");
    await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();

    await page.keyboard.press("ControlOrMeta+k");
    await hasFocus(page.getByRole("combobox", { name: "Search" }));
    await page.keyboard.type("first st");
    await page.locator("[role=option][data-highlighted]", { hasText: "First steps" }).waitFor();
    await page.keyboard.press("Enter");
    await hasFocus(page.getByRole("heading", { name: "First steps", level: 1 }));
    await page.locator("[aria-live=polite]", { hasText: "First steps" }).waitFor({ state: "attached" });

    await reach(page, "Tab", button("Start with a sample"));
    await page.keyboard.press("Enter");
    await hasFocus(button("Deploy to Development"));
    await page.keyboard.press("Enter");
    await hasFocus(button("Create a key"));
    await page.keyboard.press("Space");
    await hasFocus(button(/^Call .* from here$/));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/executions\/exe_/);
    await hasFocus(page.getByRole("heading", { level: 1 }));
    await page.getByRole("list", { name: "Timeline" }).getByText("Gateway").waitFor();

    await reach(page, "Tab", button("Copy as"));
    await page.keyboard.press("Enter");
    await reach(page, "ArrowDown", page.getByRole("menuitem", { name: "Execution as JSON" }));
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await hasFocus(button("Copy as"));
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal((JSON.parse(copied) as { status: string }).status, "succeeded");
    await page.keyboard.press("r");
    await page.getByRole("dialog", { name: /^Run .* again\?$/ }).waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(button("Copy as"));
    assert.equal(gestures().clicks, 0);
    await console.check(page, "keys-only");

    await console.go(page, "/executions?status=succeeded");
    await reach(page, "Tab", button("Remove the filter Status"));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/executions$/);
    await page.waitForFunction(() => document.activeElement?.closest("main button") !== null);
  });
});

describe("a newcomer on a fresh start", { skip: full ? false : "long" }, () => {
  let console: TestConsole;
  before(async () => {
    console = await startConsole({ demo: false });
  });
  after(() => console?.stop());

  test("gets from signing in to a live tool call within half a minute of the machine's time", async (t) => {
    const { clicks, keys, seconds } = await makeFirstCall(console, t, "orders");
    assert.equal(clicks, 4);
    assert.ok(keys <= 50, `${keys} keys`);
    assert.ok(seconds <= 30, `${seconds} s`);
  });
});
