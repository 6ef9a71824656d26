import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
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
  const page = await console.open(projectSlug === null ? "/start" : "/", { role: null });
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
    const console = await shareConsole();
    const { id } = await console.client.createProject({ body: { slug: "first" } });
    await console.client.selectProject({ params: { projectId: id } });
    const { clicks, keys } = await makeFirstCall(console, t, null);
    assert.equal(clicks, 4);
    assert.ok(keys <= 40, `${keys} keys`);
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
