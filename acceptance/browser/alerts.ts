import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("alerts", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });
  after(async () => {
    const { items } = await shown.client.listAlertChannels({});
    for (const { id } of items) await shown.client.deleteAlertChannel({ params: { channelId: id } });
    await shown.client.updateAlertSettings({ body: { rulesOff: [], quietHours: null } });
  });

  test("say what to do before anything fires, and fit a phone", async () => {
    const page = await shown.open("/alerts");
    await page.getByRole("heading", { name: "Alerts", level: 1 }).waitFor();
    await page.getByRole("tab", { name: "Channels" }).click();
    await page.getByRole("heading", { name: "Nobody is told yet" }).waitFor();
    await shown.check(page, "alerts-channels-empty");
    await page.setViewportSize({ width: 360, height: 740 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });

  test("an owner adds a channel, and its test says why nothing arrives", async () => {
    const page = await shown.open("/alerts?tab=channels");
    await page.getByRole("button", { name: "Add channel" }).click();
    const form = page.getByRole("dialog", { name: "New channel" });
    await form.getByLabel("Name").fill("On call");
    await form.getByLabel("URL").fill("hooks.slack.com");
    await form.getByRole("button", { name: "Add channel" }).click();
    await form.getByText(/must be an https/).waitFor();
    await shown.check(page, "alerts-channel-form");
    await form.getByLabel("URL").fill("http://127.0.0.1:9/a-path-that-stays-sealed");
    await form.getByRole("button", { name: "Add channel" }).click();
    await page.getByRole("heading", { name: "On call On", exact: true }).waitFor();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page
      .getByText(/Its address is private/)
      .first()
      .waitFor();
    await shown.check(page, "alerts-channels");
    assert.ok(!(await page.content()).includes("a-path-that-stays-sealed"));
    const remove = page.getByRole("button", { name: "Delete On call" });
    await remove.click();
    await page.getByText("On call is being deleted").first().waitFor();
    await remove.waitFor({ state: "detached" });
    await page.keyboard.press("z");
    await remove.waitFor();
    assert.equal((await shown.client.listAlertChannels({})).items.length, 1);
    await page.getByRole("tab", { name: "Sent" }).click();
    await page.getByRole("table", { name: "Messages" }).getByText("A test").waitFor();
    await shown.check(page, "alerts-log");
  });

  test("kinds are switched off and quiet hours set, for everybody", async () => {
    const page = await shown.open("/alerts?tab=settings");
    await page.getByRole("button", { name: "Switch off Cron failing" }).click();
    await page.getByRole("button", { name: "Switch on Cron failing" }).waitFor();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Quiet hours" });
    await form.getByRole("switch", { name: "Quiet hours" }).click();
    await form.getByLabel("To").fill("25:00");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText(/must be a time of day/).waitFor();
    await form.getByLabel("To").fill("07:00");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText(/From 22:00 to 07:00/).waitFor();
    await shown.check(page, "alerts-settings");
    const { rulesOff, quietHours } = await shown.client.getAlertSettings({});
    assert.deepEqual([rulesOff, quietHours?.to], [["cron-failing"], "07:00"]);
  });

  test("a dot beside Production and a mark in the title show that something fails there, also on a phone", async () => {
    const page = await shown.open("/alerts", { alone: true });
    await page.getByRole("heading", { name: "Alerts", level: 1 }).waitFor();
    assert.ok(!(await page.title()).startsWith("●"));
    const json = { development: 0, production: 2 };
    await page.route("**/api/alerts/counts", (route) => route.fulfill({ json }));
    await page.reload();
    await page.getByRole("button", { name: /2 alerts fire/ }).waitFor();
    assert.match(await page.title(), /^● Alerts/);
    await page.setViewportSize({ width: 360, height: 740 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await shown.check(page, "alerts-firing-360");
  });

  test("a message's link opens in its own Project, for whoever may see it, and never switches by itself", async () => {
    const { activeProject } = await shown.client.getMe();
    const here = activeProject ?? assert.fail("the demo Project is active");
    const other = await shown.client.createProject({ body: { slug: "elsewhere", name: "Elsewhere" } });
    const page = await shown.open(`/alerts?tab=settings&ofProject=${other.id}`, { alone: true });
    await page.getByRole("heading", { name: "This page is of Elsewhere" }).waitFor();
    assert.equal(
      await page.getByRole("tab").count(),
      0,
      "nothing of the active Project is shown as if it were that one's",
    );
    assert.equal((await shown.client.getMe()).activeProject?.id, here.id);
    await shown.check(page, "alerts-link-of-another-project");
    await page.getByRole("button", { name: "Switch to Elsewhere" }).click();
    await page.getByRole("tab", { name: "Rules and quiet hours", selected: true }).waitFor();
    await page.waitForURL((url) => !url.searchParams.has("ofProject"));
    assert.equal(await page.getByRole("button", { name: "Project: Elsewhere" }).count(), 1);

    await page.goto(`/alerts?ofProject=${here.id}`);
    await page.getByRole("link", { name: "Stay in Elsewhere" }).click();
    await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
    await page.goto(`/alerts?ofProject=${here.id}`);
    await page.getByRole("button", { name: `Switch to ${here.name}` }).click();
    await page.getByRole("heading", { name: "Alerts", level: 1 }).waitFor();
    await page.goto(`/alerts?ofProject=${here.id}`);
    await page.getByRole("heading", { name: "Alerts", level: 1 }).waitFor();
    await page.waitForURL((url) => !url.searchParams.has("ofProject"));

    await page.goto(`/audit?project=${other.id}`);
    await page.getByRole("heading", { name: "Audit", level: 1 }).waitFor();

    await page.goto("/alerts?ofProject=prj_nobody");
    await page.getByText("You cannot open its Project").waitFor();
    await shown.check(page, "alerts-link-of-no-project");
    await page.goto(`/alerts?ofProject=${encodeURIComponent('"><script>')}`);
    await page.getByRole("heading", { name: "Alerts", level: 1 }).waitFor();
  });
});
