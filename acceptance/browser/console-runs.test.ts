// The journeys through durable runs and approvals, on a Ferrule of their own: its demo Project gets two durable
// Functions, one that fails until it is tried again, and one that waits for an event and for a person.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { createFunction, deploy, keepCalled } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { countGestures } from "./count-gestures.ts";
import { asking, failing, sleeping, talking } from "./durable-functions.ts";
import { failOfEveryKind, prepareDownKinds } from "./runs-of-every-kind.ts";
import { startConsole, type TestConsole } from "./start-console.ts";

const isFull = process.env["FERRULE_TEST_LENGTH"] === "full";
/** As many as a person on call finds in the morning. */
const many = isFull ? 300 : 30;

let shown: TestConsole;
let chargeCard: string;
let shipOrder: string;
let downKinds: Awaited<ReturnType<typeof prepareDownKinds>>;

const start = (functionId: string, input: { orderId: string; amount: number }) =>
  shown.client.startRun({ body: { functionId, environment: "development", input } });

const statusOf = async (runId: string) => (await shown.client.getRun({ params: { runId } })).status;
const becomes = (runId: string, status: string) =>
  eventually(async () => (await statusOf(runId)) === status || undefined, 60_000);
const fitsTheScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** Brings a run of `shipOrder` to its approval. Returns the ids of both. */
async function askedFor(orderId: string, amount: number) {
  const { id: runId } = await start(shipOrder, { orderId, amount });
  await becomes(runId, "waiting");
  await shown.client.sendRunEvent({
    body: { environment: "development", name: "parcel.packed", data: { orderId, by: "Ada" } },
  });
  const approvalId = await eventually(
    async () => (await shown.client.listApprovals({ query: { runId, status: "pending" } })).items[0]?.id,
    60_000,
  );
  return { runId, approvalId };
}

before(async () => {
  shown = await startConsole();
  chargeCard = await createFunction(shown.client, "charge-card", failing);
  shipOrder = await createFunction(shown.client, "ship-order", asking);
  for (const id of [chargeCard, shipOrder]) await keepCalled(shown.client, id);
  downKinds = await prepareDownKinds(shown.client);
});
after(() => shown.stop());

describe("runs", () => {
  test("explain themselves before there are any", async () => {
    const page = await shown.open("/runs");
    await page.getByRole("heading", { name: "No runs in Development yet" }).waitFor();
    await shown.check(page, "runs-empty");
    await deploy(shown.client, "completed", "Two durable Functions");
  });

  test("of one cause are found, explained and retried in five clicks", async () => {
    for (let at = 0; at < many; at += 1) await start(chargeCard, { orderId: `o-${at}`, amount: 20 + at });
    const countOf = async (status: "failed" | "succeeded") =>
      (await shown.client.countRuns({ query: { environment: "development", functionId: chargeCard } })).counts[status]
        .count;
    await eventually(async () => (await countOf("failed")) === many || undefined, 120_000);
    const page = await shown.open("/secrets", { alone: true });
    await page.getByRole("heading", { name: "Secrets", exact: true }).waitFor();
    const gestures = await countGestures(page);
    await page.reload();
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await page.getByRole("button", { name: `Failed ${many}` }).click();
    await page.getByRole("group", { name: "Errors" }).getByRole("button", { name: "PAYMENT_DOWN" }).waitFor();
    await page.getByRole("table", { name: "Runs" }).getByRole("link", { name: "charge-card" }).first().click();
    const error = page.getByRole("region", { name: "Error" });
    await error.getByText("The payment provider is down.").waitFor();
    await error.getByText("The step charge failed.").waitFor();
    await error.getByText(`${many - 1} other runs of this Function failed with PAYMENT_DOWN.`).waitFor();
    await shown.check(page, "run-failed", true);
    await error.getByRole("button", { name: `Retry all ${many}` }).click();
    const dialog = page.getByRole("dialog", { name: `Retry ${many} runs?` });
    await dialog.getByText("of charge-card that failed with PAYMENT_DOWN").waitFor();
    await dialog.getByRole("button", { name: `Retry ${many} runs` }).click();
    await page.getByText(`${many} runs queued again`).waitFor();
    assert.deepEqual(gestures(), { clicks: 5, keys: 0 });
    await eventually(async () => (await countOf("succeeded")) === many || undefined, 120_000);
    await page.locator("h1").getByText("Succeeded").waitFor();
    const [first] = (await shown.client.listRuns({ query: { functionId: chargeCard, limit: 1 } })).items;
    const { timeline } = await shown.client.getRun({ params: { runId: first?.id ?? "" } });
    assert.deepEqual(
      timeline.map(({ key, state, attempt }) => [key, state, attempt]),
      [
        ["load order", "done", 1],
        ["charge", "done", 2],
      ],
      "a step with a result does not run again",
    );
  });

  test("keep their filters in the address, and say what fits none of them", async () => {
    const page = await shown.open("/runs");
    await page.getByRole("button", { name: `Succeeded ${many}` }).click();
    await page.getByRole("button", { name: "Any time" }).click();
    await page.getByRole("menuitem", { name: /Two durable Functions/ }).click();
    await page.getByRole("button", { name: /^Since deployment #/ }).waitFor();
    await page.getByRole("button", { name: "Error", exact: true }).click();
    await page.getByPlaceholder("PAYMENT_DOWN").fill("SOMETHING_ELSE");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "No runs match" }).waitFor();
    assert.match(page.url(), /status=succeeded/);
    assert.match(page.url(), /since=/);
    assert.match(page.url(), /errorCode=SOMETHING_ELSE/);
    await shown.check(page, "runs-no-match");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("table", { name: "Runs" }).getByRole("link", { name: "charge-card" }).first().waitFor();
    await shown.check(page, "runs", true);
    await page.setViewportSize({ width: 360, height: 740 });
    await shown.check(page, "runs-360");
    assert.ok(await fitsTheScreen(page));
  });

  test("of a paused Function wait until it goes on", async () => {
    const page = await shown.open(`/runs?functionId=${chargeCard}`);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Pause this Function in Development?" });
    await dialog.getByRole("button", { name: "Pause runs" }).click();
    await page.getByText("charge-card is paused in Development").waitFor();
    const { id } = await start(chargeCard, { orderId: "o-paused", amount: 0 });
    await shown.go(page, `/runs/${id}`);
    await page.locator("h1").getByText("Queued").waitFor();
    await shown.check(page, "run-paused");
    await shown.go(page, "/runs");
    await page.getByRole("button", { name: "Resume" }).click();
    await becomes(id, "succeeded");
  });

  test("are started by hand, followed while they run, and replayed with another input", async () => {
    const page = await shown.open(`/runs?functionId=${chargeCard}`);
    await page.getByRole("button", { name: "Start a run" }).click();
    const dialog = page.getByRole("dialog", { name: "Start a run" });
    await dialog.getByLabel("orderId").fill("o-by-hand");
    await dialog.getByLabel("amount").fill("0");
    await shown.check(page, "run-start");
    await dialog.getByRole("button", { name: "Start run" }).click();
    await page.waitForURL(/\/runs\/run_/);
    await page.locator("h1").getByText("Succeeded").waitFor();
    const steps = page.getByRole("list", { name: "Steps" });
    await steps.getByText("load order").waitFor();
    await page.getByRole("button", { name: "Attempt 1" }).click();
    await page.getByRole("log", { name: "Log" }).getByText("Charging").waitFor();
    await shown.check(page, "run-succeeded", true);
    await page.getByRole("button", { name: "Replay" }).click();
    const replay = page.getByRole("dialog", { name: "Replay this run of charge-card?" });
    await replay.getByRole("button", { name: "Another input" }).click();
    await replay.getByText("secrets in it are masked").waitFor();
    await shown.check(page, "run-replay");
    await replay.getByRole("button", { name: "Start run" }).click();
    await page.getByText("Replay of").waitFor();
    const link = page.getByRole("list", { name: "Attempts" }).getByRole("link", { name: "Execution" });
    await link.click();
    await page.waitForURL(/\/executions\/exe_/);
    await page.getByRole("link", { name: "attempt 1" }).waitFor();
    await shown.go(page, `/functions/${chargeCard}?tab=activity`);
    await page.getByRole("table", { name: "Recent runs" }).getByRole("link", { name: "charge-card" }).first().click();
    await page.waitForURL(/\/runs\/run_/);
    const { id: failedId } = await start(chargeCard, { orderId: "o-again", amount: 7 });
    await becomes(failedId, "failed");
    await shown.go(page, `/runs/${failedId}`);
    await page
      .getByRole("listitem")
      .filter({ hasText: "load order" })
      .getByRole("button", { name: "Retry from here" })
      .last()
      .click();
    const retry = page.getByRole("dialog", { name: "Retry from load order?" });
    await retry.getByText("The results of 1 step are forgotten").waitFor();
    await retry.getByRole("button", { name: "Retry run" }).click();
    await page.getByText("Queued again").waitFor();
    await page.getByRole("button", { name: "Attempt 2" }).waitFor();
  });

  test("that wait get an event from their page, and are cancelled together", async () => {
    const ids = [];
    for (const orderId of ["w-1", "w-2", "w-3"]) ids.push((await start(shipOrder, { orderId, amount: 1 })).id);
    for (const id of ids) await becomes(id, "waiting");
    const page = await shown.open(`/runs/${ids[0]}`);
    await page.getByRole("button", { name: "Send an event" }).click();
    const dialog = page.getByRole("dialog", { name: "Send an event" });
    await dialog.getByLabel("Event").fill("parcel.packed");
    await dialog.getByLabel("Data as JSON").click();
    // As a person does it. `fill` selects the editor's lines themselves, and then Chromium writes their styles into the
    // text that it inserts, which the content security policy forbids.
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText('{ "orderId": "w-1", "by": "Ada" }');
    await shown.check(page, "run-event", true);
    await dialog.getByRole("button", { name: "Send event" }).click();
    await page.getByText("1 run waited for it and goes on.").waitFor();
    await page.getByRole("link", { name: "Decide" }).waitFor();
    await shown.go(page, "/");
    await page.getByText("1 approval waits for you").waitFor();
    await shown.go(page, `/runs?functionId=${shipOrder}`);
    await page.getByRole("button", { name: "Cancel 3 open" }).click();
    await page.getByRole("button", { name: "Cancel 3 runs" }).click();
    await page.getByText("3 runs cancelled").waitFor();
    for (const id of ids) await becomes(id, "cancelled");
  });
});

describe("approvals", () => {
  test("say what will be done and what differs from the last one, and are decided with a thumb", async () => {
    const first = await askedFor("o-1", 20);
    const page = await shown.open("/approvals", { width: 360, height: 740, theme: "light" });
    await page.getByRole("link", { name: /Ship order o-1\?/ }).waitFor();
    await shown.check(page, "approvals-360", true);
    assert.ok(await fitsTheScreen(page));
    await page.getByRole("link", { name: /Ship order o-1\?/ }).click();
    await page.getByText("It is the first one of its kind").waitFor();
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    const box = (await approve.boundingBox()) ?? assert.fail("no button");
    assert.ok(box.height >= 44 && box.y + box.height <= 740, "the button is large, and in reach at the bottom");
    await shown.check(page, "approval-360", true);
    assert.ok(await fitsTheScreen(page));
    await approve.click();
    const dialog = page.getByRole("dialog", { name: "Approve this?" });
    const confirm = dialog.getByRole("button", { name: "Yes, approve" });
    await confirm.click({ force: true, noWaitAfter: true });
    assert.equal(await statusOf(first.runId), "waiting", "a second tap at once does nothing");
    await dialog.getByLabel("Reason").fill("Paid and packed.");
    await shown.check(page, "approval-confirm-360");
    await confirm.click();
    await page.getByText("The run goes on with exactly what is shown here.").waitFor();
    await page.getByRole("region", { name: "Decisions" }).getByText("Paid and packed.").waitFor();
    await shown.check(page, "approval-approved-360");
    await becomes(first.runId, "succeeded");

    const second = await askedFor("o-2", 740);
    await shown.go(page, `/approvals/${second.approvalId}`);
    await page.getByText("2 of 3 differ from").waitFor();
    const list = page.locator("dl[aria-label=Arguments]");
    assert.match(await list.innerText(), /Amount\s*Changed\s*740\s*before: 20/);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByRole("complementary").getByText("wait for you").waitFor();
    await shown.check(page, "approval", true);
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByRole("button", { name: "Yes, reject" }).click();
    await page.getByText("It is not done.").waitFor();
    await becomes(second.runId, "succeeded");
    await shown.go(page, `/runs/${second.runId}`);
    await page.getByRole("link", { name: "The approval" }).waitFor();
    await shown.check(page, "run-approval");
  });

  test("say on the run's page what it waits for, and why somebody may not decide", async () => {
    const { runId, approvalId } = await askedFor("o-3", 30);
    const page = await shown.open(`/runs/${runId}`, { role: "developer", width: 360, height: 740 });
    await page.getByRole("link", { name: "Show", exact: true }).waitFor();
    await shown.check(page, "run-waiting-360", true);
    assert.ok(await fitsTheScreen(page));
    await page.getByRole("link", { name: "Show", exact: true }).click();
    await page.getByRole("button", { name: "Approve", exact: true, disabled: true }).waitFor();
    await shown.check(page, "approval-not-allowed-360");
    await shown.client.cancelRun({ params: { runId } });
    await page.getByText("The run has ended, so nothing waits any more.").waitFor();
    assert.equal((await shown.client.getApproval({ params: { approvalId } })).status, "cancelled");
  });

  test("open by a signed link, whichever Project is selected", async () => {
    const { runId, approvalId } = await askedFor("o-4", 40);
    const { url } = await shown.client.createApprovalLink({ params: { approvalId } });
    const { id: elsewhere } = await shown.client.createProject({ body: { slug: "elsewhere", name: "Elsewhere" } });
    const { id: here } = (await shown.client.getMe()).activeProject ?? assert.fail("no Project");
    await shown.client.selectProject({ params: { projectId: elsewhere } });
    const { pathname, search } = new URL(url);
    const page = await shown.open(`${pathname}${search}`, { alone: true });
    await page.getByText("Ship order o-4?").first().waitFor();
    await page.getByText("You work in another Project now.").waitFor();
    await shown.check(page, "approval-link", true);
    await page.getByRole("button", { name: /^Switch to / }).click();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("button", { name: "Yes, approve" }).click();
    await page.getByText("The run goes on with exactly what is shown here.").waitFor();
    await shown.client.selectProject({ params: { projectId: here } });
    await becomes(runId, "succeeded");
  });
});

describe("a durable Function", () => {
  test("is set up in a form, and the deployment's dialog says what becomes of its runs", async () => {
    const functionId = await createFunction(shown.client, "wait-here", sleeping);
    await keepCalled(shown.client, functionId);
    const page = await shown.open(`/functions/${functionId}?panel=settings`, { height: 1400 });
    const settings = page.getByRole("complementary", { name: "Side panel" });
    await settings.getByRole("checkbox", { name: "Durable run" }).check();
    await settings.getByLabel("Deadline, seconds").fill("7200");
    await settings.getByText("has not ended after 2 h expires").waitFor();
    await settings.getByRole("combobox", { name: "Runs under way at a release or rollback" }).click();
    await page.getByRole("option", { name: "Go on with the new code at their next step" }).click();
    await settings.getByLabel("Deduplication key").fill("orderId");
    await settings.getByText("Write a place such as /orderId").waitFor();
    await settings.getByLabel("Deduplication key").fill("/orderId");
    await settings.getByLabel("Limit how many run at the same time").check();
    await settings.getByRole("combobox", { name: "Counted" }).click();
    await page.getByRole("option", { name: "With the same value in the input" }).click();
    await settings.getByLabel("Value in the input").fill("/orderId");
    await settings.getByLabel("Limit how many begin").check();
    await settings.getByLabel("In seconds").scrollIntoViewIfNeeded();
    await shown.check(page, "function-durable", true);
    await page.setViewportSize({ width: 360, height: 1400 });
    await shown.check(page, "function-durable-360", true);
    assert.ok(await fitsTheScreen(page));
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.keyboard.press("ControlOrMeta+s");
    const params = { functionId };
    const { runPolicy } = await eventually(async () => {
      const now = await shown.client.getFunction({ params });
      return now.run === "durable" ? now : undefined;
    }, 40_000);
    const same = { concurrency: { limit: 10, per: "/orderId" }, rate: { limit: 100, perSeconds: 60 } };
    assert.deepEqual(runPolicy, { key: "/orderId", deadlineSeconds: 7_200, onRelease: "move", ...same });

    await deploy(shown.client, "completed", "A Function that sleeps");
    for (const id of [functionId, shipOrder]) {
      const { id: runId } = await start(id, { orderId: "d-1", amount: 1 });
      await becomes(runId, "waiting");
    }
    await shown.client.updateFunction({ params, body: { source: `${sleeping}// Edited.\n` } });
    await shown.go(page, "/deployments?ask=deploy");
    const dialog = page.getByRole("dialog", { name: "Deploy to Development" });
    const runs = dialog.getByRole("region", { name: "Runs under way" });
    await runs.getByText("1 run of wait-here would go on with the new code at its next step.").waitFor();
    await runs.getByText(/^1 run of ship-order keeps the code of #\d+\.$/).waitFor();
    await runs.scrollIntoViewIfNeeded();
    await shown.check(page, "deployment-runs", true);
    await page.setViewportSize({ width: 360, height: 740 });
    await runs.scrollIntoViewIfNeeded();
    await shown.check(page, "deployment-runs-360", true);
    assert.ok(await fitsTheScreen(page));
  });

  test("shows what its attempt logs while it runs", async () => {
    const functionId = await createFunction(shown.client, "talk", talking);
    await keepCalled(shown.client, functionId);
    await deploy(shown.client, "completed", "A Function that talks");
    const { id: runId } = await start(functionId, { orderId: "t-1", amount: 1 });
    await becomes(runId, "running");
    const page = await shown.open(`/runs/${runId}`);
    const log = page.getByRole("log", { name: "Log of the running attempt" });
    await log.getByText("Packing t-1").nth(3).waitFor();
    const before = await log.getByText("Packing t-1").count();
    await log
      .getByText("Packing t-1")
      .nth(before + 1)
      .waitFor();
    assert.doesNotMatch(await log.innerText(), /sk_live_/);
    await shown.check(page, "run-log", true);
    await page.setViewportSize({ width: 360, height: 740 });
    await shown.check(page, "run-log-360", true);
    assert.ok(await fitsTheScreen(page));
    await shown.client.cancelRun({ params: { runId } });
    await page.getByRole("button", { name: "Attempt 1" }).click();
    await page.getByRole("log", { name: "Log", exact: true }).getByText("Packing t-1").first().waitFor();
    assert.equal(await log.count(), 0);
  });
});

describe("runs of every kind", () => {
  test("of one cause are found, explained and retried in five clicks", async () => {
    const all = await failOfEveryKind(shown.client, downKinds, Math.floor(many / 3));
    const query = { environment: "development" as const, errorCode: "PROVIDER_DOWN" };
    const failed = async () => (await shown.client.countRuns({ query })).counts.failed.count;
    const page = await shown.open("/secrets", { alone: true });
    await page.getByRole("heading", { name: "Secrets", exact: true }).waitFor();
    const gestures = await countGestures(page);
    await page.reload();
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await page.getByRole("button", { name: /^Failed \d/ }).click();
    await page.getByRole("group", { name: "Errors" }).getByRole("button", { name: "PROVIDER_DOWN" }).click();
    const table = page.getByRole("table", { name: "Runs" });
    await table.getByText("The payment provider is down.").first().waitFor();
    await table.getByRole("link", { name: "report-payments" }).waitFor();
    await shown.check(page, "runs-of-every-kind", true);
    await page.getByRole("button", { name: `Retry ${all} failed` }).click();
    const dialog = page.getByRole("dialog", { name: `Retry ${all} runs?` });
    await dialog.getByText("A cron runs once if its latest run is among these.").waitFor();
    await dialog.getByRole("button", { name: `Retry ${all} runs` }).click();
    await page.getByText(`${all} runs queued again`).waitFor();
    assert.deepEqual(gestures(), { clicks: 5, keys: 0 });
    await eventually(async () => (await failed()) === 1 || undefined, 120_000);
    const [left, ...more] = (await shown.client.listRuns({ query: { ...query, status: "failed" } })).items;
    assert.deepEqual([left?.mode, more], ["cron", []], "a cron's retry is a run of its own");
    await page.setViewportSize({ width: 360, height: 740 });
    await shown.check(page, "runs-of-every-kind-360", true);
    assert.ok(await fitsTheScreen(page));
  });
});
