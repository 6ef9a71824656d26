import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Locator } from "playwright-core";
import { eventually } from "../eventually.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("the console's shell", () => {
  let console: TestConsole;
  before(async () => {
    console = await shareConsole("keeping");
  });

  test("signs in by password and opens the page that was asked for", async () => {
    const page = await console.open("/functions", {
      role: null,
      allow: [/status of 401 \(Unauthorized\).*\/api\/auth\/login/],
    });
    await console.check(page, "sign-in", true);
    await page.getByLabel("Email").fill("owner@acme.example");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("The email or the password is wrong.").waitFor();
    await console.check(page, "sign-in-refused", true);
    await page.getByLabel("Password").fill("owner password 1");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Functions", level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/functions");
  });

  test("signs in by a one-time link, which leaves the address at once, and tells when it is used up", async () => {
    const { token } = await console.machine.controlPlane.ask<{ kind: "sign-in-link"; token: string }>("sign-in-link");
    const page = await console.open(`/#link=${token}`, { role: null });
    await page.getByRole("heading", { level: 1, name: /Dashboard|Choose a Project/ }).waitFor();
    assert.equal(new URL(page.url()).hash, "");
    const again = await console.open(`/#link=${token}`, {
      role: null,
      allow: [/status of 401 \(Unauthorized\).*\/api\/auth\/link/],
    });
    await again.getByText("This link was already used").waitFor();
  });

  test("somebody whose password another one chose changes it first", async () => {
    const body = { email: "new@acme.example", name: "New", role: "operator", password: "first password 1" } as const;
    await console.client.createUser({ body });
    const page = await console.open("/", { role: null });
    await page.getByLabel("Email").fill(body.email);
    await page.getByLabel("Password").fill(body.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Choose your password" }).waitFor();
    await console.check(page, "new-password", true);
    await page.getByLabel("Current password").fill(body.password);
    await page.getByLabel("New password").fill("second password 2");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("heading", { name: "Choose a Project" }).waitFor();
    await console.check(page, "choose-project", true);
    await page.getByRole("button", { name: /Demo/ }).last().click();
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  });

  test("the palette finds pages, resources and pasted ids, by keyboard alone", async () => {
    const page = await console.open("/users");
    await page.getByRole("heading", { name: "Users", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    const search = page.getByRole("combobox", { name: "Search" });
    await search.fill("look");
    await page.getByRole("option", { name: /Look up order.*Function/ }).waitFor();
    await console.check(page, "palette", true);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/functions\/fn_/);
    await page.keyboard.press("Control+k");
    await search.fill("invite");
    await page.getByRole("option", { name: "Invite a user", exact: true }).waitFor();
    await console.check(page, "palette-actions");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New user" }).waitFor();
    const developer = await console.open("/functions", { role: "developer" });
    await developer.getByRole("table", { name: "Functions" }).waitFor();
    await developer.keyboard.press("Control+k");
    await developer.getByRole("combobox", { name: "Search" }).fill("new");
    await developer.getByRole("option", { name: "New Function", exact: true }).waitFor();
    assert.equal(await developer.getByRole("option", { name: "New Project", exact: true }).count(), 0);
  });

  test("the palette stops and disables things by their names, from any page and after a question", async () => {
    const page = await console.open("/users");
    await page.getByRole("heading", { name: "Users", level: 1 }).waitFor();
    const search = page.getByRole("combobox", { name: "Search" });
    const choose = async (text: string, option: string | RegExp) => {
      await page.keyboard.press("Control+k");
      await search.fill(text);
      await page.getByRole("option", { name: option }).waitFor();
    };
    await choose("emergency", "Emergency stop of an endpoint…");
    await page.getByRole("option", { name: "Emergency stop of an endpoint…" }).click();
    assert.equal(await search.inputValue(), "stop ");
    await search.fill("stop shop assistant");
    await page.getByRole("option", { name: /^Emergency stop of Shop assistant in Production/ }).waitFor();
    await console.check(page, "palette-stop");
    await page.getByRole("option", { name: /^Emergency stop of Shop assistant in Development/ }).click();
    const stop = page.getByRole("dialog", { name: "Stop Shop assistant in Development?" });
    await stop.getByRole("button", { name: "Stop Development" }).click();
    await page.getByText("Shop assistant is stopped in Development").first().waitFor();
    const { items } = await console.client.listRuntimeEndpoints({ query: { q: "shop assistant", limit: 1 } });
    const endpointId = items[0]?.id ?? assert.fail("no endpoint");
    const { policy } = await console.client.getRuntimeEndpoint({ params: { endpointId } });
    assert.notEqual(policy.development.stopped, undefined);
    assert.equal(policy.production.stopped, undefined);
    await choose("stop shop assistant", /^Emergency stop of Shop assistant in Development/);
    await page.getByRole("option", { name: /^Emergency stop of Shop assistant in Development/ }).click();
    await page.getByText("Shop assistant is stopped in Development already").first().waitFor();
    await console.client.resumeRuntimeEndpoint({ params: { endpointId }, body: { environment: "development" } });

    const isEnabled = async () => {
      const bound = await console.client.listMcpBindings({ params: { endpointId }, query: { q: "look_up_order" } });
      return bound.items[0]?.enabled;
    };
    for (const [verb, enabled] of [
      ["Disable", false],
      ["Enable", true],
    ] as const) {
      await choose(`${verb} look_up_order`, new RegExp(`^${verb} look_up_order`));
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: `${verb} tool` }).click();
      await eventually(async () => ((await isEnabled()) === enabled ? true : undefined), 5_000);
    }
    assert.equal(new URL(page.url()).pathname, "/users");
    const operator = await console.open("/functions", { role: "operator" });
    await operator.getByRole("table", { name: "Functions" }).waitFor();
    await operator.keyboard.press("Control+k");
    await operator.getByRole("combobox", { name: "Search" }).fill("disable look_up_order");
    await operator.getByText("No results for “disable look_up_order”.").waitFor();
    assert.equal(await operator.getByRole("option", { name: /look_up_order/ }).count(), 0);
  });

  test("shortcuts are listed by ?, and none fires while somebody types", async () => {
    const page = await console.open("/functions");
    await page.getByRole("table", { name: "Functions" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Go to Executions").waitFor();
    await console.check(page, "shortcuts", true);
    // While something covers the page, only the cover gets the keyboard.
    const closes = async () => {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await closes();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search" }).fill("");
    await page.keyboard.type("gx?");
    assert.equal(await page.getByRole("combobox", { name: "Search" }).inputValue(), "gx?");
    assert.equal(new URL(page.url()).pathname, "/functions");
    await closes();
    await page.keyboard.type("gx");
    await page.waitForURL("**/executions");
  });

  test("Production stays chosen from page to page and over a reload, and looks different", async () => {
    const page = await console.open("/functions");
    const header = page.locator("header").first();
    await page.getByRole("button", { name: "Production" }).waitFor();
    const before = await header.evaluate((element) => getComputedStyle(element).backgroundColor);
    await page.getByRole("button", { name: "Production" }).click();
    await page.waitForURL(/environment=production/);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Endpoints" }).click();
    await page.waitForURL(/\/endpoints\?environment=production/);
    await page.reload();
    await page.getByRole("button", { name: "Production", pressed: true }).waitFor();
    assert.notEqual(await header.evaluate((element) => getComputedStyle(element).backgroundColor), before);
    await console.check(page, "production", true);
  });

  test("what an address says and a page does not know is left out", async () => {
    const page = await console.open("/functions?sort=wild&unknown=1&environment=staging");
    await page.getByRole("main").getByRole("link", { name: "Look up order" }).waitFor();
    await page
      .getByRole("group", { name: "Environment" })
      .getByRole("button", { name: "Development", pressed: true })
      .waitFor();
    const { items } = await console.client.listRuntimeEndpoints({ query: { limit: 1 } });
    await page.goto(`/endpoints/${items[0]?.id}?tab=wild`);
    await page.getByRole("tab", { name: "Overview", selected: true }).waitFor();
  });

  test("a tab that was left on another Project says so, shows nothing of it, and writes nothing", async () => {
    const first = await console.open("/functions", { allow: [/status of 409/] });
    await first.getByRole("table", { name: "Functions" }).waitFor();
    const other = await console.client.createProject({ body: { slug: "other", name: "Other" } });
    const second = await first.context().newPage();
    await second.goto("/");
    await second.getByRole("button", { name: "Project: Demo" }).click();
    await second.getByRole("menuitem", { name: /Other/ }).click();
    await second.getByRole("button", { name: "Project: Other" }).waitFor();
    const dialog = first.getByRole("dialog", { name: "Other is now the active Project" });
    await dialog.waitFor();
    await first.getByText("Look up order").first().waitFor();
    await dialog.getByRole("button", { name: "Switch back to Demo" }).click();
    await dialog.waitFor({ state: "hidden" });
    await second.getByRole("dialog", { name: "Demo is now the active Project" }).waitFor();
    await second.getByRole("button", { name: "Show Demo here" }).click();
    await second.getByRole("button", { name: "Project: Demo" }).waitFor();
    await second.close();
    const items = await console.client.listProjects({ query: {} });
    assert.equal(items.items.find(({ id }) => id === other.id)?.counts.functions, 0);
  });

  test("what the role forbids is shown, disabled, with the reason", async () => {
    const page = await console.open("/start", { role: "operator" });
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    const create = page.getByRole("button", { name: "Create a key" });
    await create.waitFor();
    assert.equal(await create.getAttribute("aria-disabled"), "true");
    await create.focus();
    const reason = /Your role \(Operator\) does not allow this/;
    await page.getByText(reason).waitFor();
    // A screen reader cannot reach a tooltip.
    await page.getByRole("button", { name: "Create a key", description: reason }).waitFor();
  });

  test("a narrow screen has everything behind one button, and nothing sticks out", async () => {
    const page = await console.open("/functions", { width: 390, height: 844 });
    await page.getByRole("table", { name: "Functions" }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await console.check(page, "narrow", true);
    await page.getByRole("button", { name: "Open navigation" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Executions" }).click();
    await page.getByRole("heading", { name: "Executions", level: 1 }).waitFor();
  });

  test("every page is there and clean", async () => {
    const page = await console.open("/");
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: "Dashboard", exact: true }).waitFor();
    // The documentation opens in a tab of its own; docs.ts tests it.
    const names = await navigation.locator("a:not([target])").allTextContents();
    assert.ok(names.length >= 10, names.join(", "));
    for (const name of names) {
      await navigation.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await console.check(page, name.toLowerCase(), true);
    }
  });

  test("every dialog has the focus on its first field, and none on the × that closes it", async () => {
    const page = await console.open("/design");
    await page.getByRole("heading", { name: "Surfaces" }).first().waitFor();
    const focusIn = (dialog: Locator) =>
      dialog.evaluate((popup) => {
        const { activeElement: active } = document;
        const first = Array.from(popup.querySelectorAll("input, textarea, [role=combobox]")).find(
          (field) => field.getClientRects().length > 0,
        );
        if (!popup.contains(active)) return "outside";
        if (active?.getAttribute("aria-label") === "Close") return "on the ×";
        return first === undefined || active === first ? "right" : "behind the first field";
      });
    for (const [tab, name, leave] of [
      ["Forms", "Form in a dialog", "Escape"],
      ["Over the page", "Dialog", "Escape"],
      ["Over the page", "Confirm by typing", "Escape"],
      ["Over the page", "Drawer", "Escape"],
      ["Over the page", "Shown once", "I have copied it"],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await page.getByRole("button", { name, exact: true }).first().click();
      const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
      await dialog.waitFor();
      await eventually(async () => ((await focusIn(dialog)) === "right" ? true : undefined), 15_000).catch(async () =>
        assert.equal(await focusIn(dialog), "right", name),
      );
      if (leave === "Escape") await page.keyboard.press(leave);
      else await page.getByRole("button", { name: leave }).click();
      await dialog.waitFor({ state: "detached" });
    }
  });

  test("every component is clean", async () => {
    const page = await console.open("/design");
    await page.getByRole("heading", { name: "Surfaces" }).first().waitFor();
    await console.check(page, "design", true);
    for (const [part, title] of Object.entries({
      Controls: "Buttons",
      "Private and notes": "Private, forbidden, notes",
      Data: "Chart",
      Lists: "Empty",
      States: "Empty, loading, error",
    })) {
      await page.getByRole("tab", { name: part }).click();
      await page.getByRole("heading", { name: title }).nth(1).waitFor();
      await console.check(page, `design-${part.toLowerCase().replaceAll(" ", "-")}`, true);
    }
    await page.getByRole("tab", { name: "Forms" }).click();
    await page.getByRole("button", { name: "Create", exact: true }).nth(1).click();
    await page.getByText("must be capital letters, digits and _").first().waitFor();
    await console.check(page, "design-forms", true);
    // When the focus leaves, the problem stays visible and nothing moves.
    await page.keyboard.press("Tab");
    await page.getByText("must be capital letters, digits and _").first().waitFor();
    await page.getByRole("button", { name: "Form in a dialog" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Create secret" }).click();
    await page.getByRole("dialog").getByText("That name is taken.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Over the page" }).click();
    await page.getByRole("button", { name: "Confirm by typing" }).first().click();
    const confirm = page.getByRole("button", { name: "Delete secret" });
    assert.equal(await confirm.getAttribute("aria-disabled"), "true");
    await console.check(page, "confirm", true);
    await page.getByLabel(/Type/).fill("ORDERS_TOKEN");
    await confirm.click();
    await confirm.waitFor({ state: "detached" });
  });
});
