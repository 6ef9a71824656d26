import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { keepCalled } from "../deploy.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("the pages of users and settings", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });

  test("users: created with a password shown once, disabled out of their session, the last owner protected", async () => {
    const page = await shown.open("/users");
    await page.getByRole("table", { name: "Users" }).waitFor();
    await page.keyboard.press("c");
    const create = page.getByRole("dialog", { name: "New user" });
    await create.getByLabel("Email").fill("eve@acme.example");
    await create.getByLabel("Name").fill("Eve");
    await create.getByRole("radio", { name: /Operator/ }).check();
    await create.getByRole("button", { name: "First password" }).click();
    await create.getByRole("button", { name: "Generate" }).click();
    await create.getByRole("button", { name: "Create user" }).click();
    const password =
      (await page
        .getByRole("dialog", { name: "eve@acme.example was created" })
        .getByLabel("first password", { exact: true })
        .textContent()) ?? "";
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("row", { name: /Eve.*Invited/ }).waitFor();

    const eve = await shown.open("/", { role: null, alone: true, allow: [/status of 401/] });
    await eve.getByLabel("Email").fill("eve@acme.example");
    await eve.getByLabel("Password").fill(password);
    await eve.getByRole("button", { name: "Sign in" }).click();
    await eve.getByLabel("Current password").fill(password);
    await eve.getByLabel("New password").fill("a password of Eve");
    await eve.getByRole("button", { name: "Change password" }).click();
    await eve.getByRole("heading", { name: "Choose a Project" }).waitFor();

    await page.reload();
    await page.getByText("eve@acme.example").click();
    const drawer = page.getByRole("dialog", { name: "eve@acme.example" });
    await drawer.getByRole("radio", { name: /Developer/ }).check();
    // The toast disappears by itself, so we begin to wait before it appears.
    const toast = page.waitForFunction(() => {
      const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const [said, beside] = [boxOf("[data-toast]"), boxOf("[role=dialog]:not([data-toast])")];
      return said && beside ? { right: said.right, drawer: beside.left } : null;
    });
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /Eve.*Developer/, includeHidden: true }).waitFor();
    const { right, drawer: left } = (await (await toast).jsonValue()) ?? assert.fail("no toast");
    assert.ok(right <= left, `what is said covers the buttons of the drawer: ${right} > ${left}`);
    await drawer.getByRole("button", { name: "Disable" }).click();
    const confirm = page.getByRole("dialog", { name: "Disable eve@acme.example?" });
    await confirm.getByText("All their sessions end at once").waitFor();
    await confirm.getByLabel(/Type/).fill("eve@acme.example");
    await confirm.getByRole("button", { name: "Disable user" }).click();
    await drawer.getByText("Disabled", { exact: true }).waitFor();
    await shown.check(page, "users-detail");
    await eve.reload();
    await eve.getByRole("button", { name: "Sign in" }).waitFor();

    await page.keyboard.press("Escape");
    await page.getByText("owner@acme.example").first().click();
    const self = page.getByRole("dialog", { name: "owner@acme.example" });
    await self.getByText("This is the last active owner").waitFor();
    assert.ok(await self.getByRole("radio", { name: /Admin/ }).isDisabled());
    assert.equal(await self.getByRole("button", { name: "Disable" }).getAttribute("aria-disabled"), "true");
    await shown.go(page, "/users");
    await page.getByText("eve@acme.example").waitFor();
    await shown.check(page, "users");
    const developer = await shown.open("/users", { role: "developer" });
    await developer.getByRole("heading", { name: "Only owners and admins can manage users" }).waitFor();
    await developer.getByRole("heading", { name: "What each role can do" }).waitFor();
  });

  test("users: invited by a link that is shown once, works once, can be made anew, and asks for a password", async () => {
    const page = await shown.open("/users");
    await page.getByRole("table", { name: "Users" }).waitFor();
    await page.keyboard.press("c");
    const create = page.getByRole("dialog", { name: "New user" });
    await create.getByLabel("Email").fill("ina@acme.example");
    await create.getByLabel("Name").fill("Ina");
    await shown.check(page, "users-new", true);
    await create.getByRole("button", { name: "Create and get link" }).click();
    const invited = page.getByRole("dialog", { name: "ina@acme.example is invited" });
    const first = (await invited.getByLabel("invite link", { exact: true }).textContent()) ?? "";
    await shown.check(page, "users-invited", true);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("row", { name: /Ina.*Invited/ }).click();
    const drawer = page.getByRole("dialog", { name: "ina@acme.example" });
    await drawer.getByRole("button", { name: "New invite link" }).click();
    await page.getByRole("button", { name: "Make link" }).click();
    const again = page.getByRole("dialog", { name: "Invite link for ina@acme.example" });
    const second = (await again.getByLabel("invite link", { exact: true }).textContent()) ?? "";
    assert.match(second, /\/#link=[\w-]{43}$/);
    assert.notEqual(second, first);
    await page.getByRole("button", { name: "I have copied it" }).click();
    const hashOf = (link: string) => new URL(link).hash;

    const allow = [/status of 401/];
    const stale = await shown.open(`/${hashOf(first)}`, { role: null, alone: true, allow });
    await stale.getByText("This link was already used").waitFor();
    const ina = await shown.open(`/${hashOf(second)}`, { role: null, alone: true, allow });
    await ina.getByRole("heading", { name: "Welcome, Ina" }).waitFor();
    assert.equal(new URL(ina.url()).hash, "");
    await shown.check(ina, "welcome", true);
    await ina.reload();
    await ina.getByLabel("Password").fill("a password of Ina");
    await ina.getByRole("button", { name: "Set password" }).click();
    await ina.getByRole("heading", { name: "Choose a Project" }).waitFor();
    await shown.go(page, "/users");
    await page.getByRole("row", { name: /Ina.*Active/ }).waitFor();
  });

  test("settings: the password, sessions, a token that works and then does not, the Project archived and back", async () => {
    const page = await shown.open("/settings", { role: "admin", allow: [/status of 401/] });
    await page.getByLabel("Current password").fill("not it at all");
    await page.getByLabel("New password").fill("third password 3");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("alert").waitFor();

    await page.getByRole("tab", { name: "Sessions" }).click();
    await page.getByText("This one").waitFor();
    const second = await shown.open("/settings?tab=sessions", {
      role: "admin",
      alone: true,
      theme: "dark",
      allow: [/status of 401/],
    });
    await second.getByRole("button", { name: "End all others" }).click();
    await second.getByRole("row").nth(2).waitFor({ state: "detached" });
    await shown.check(second, "settings-sessions");
    await page.reload();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.close();

    await second.getByRole("tab", { name: "API tokens" }).click();
    await second.getByRole("heading", { name: "No API tokens" }).waitFor();
    await second.keyboard.press("c");
    await second.getByRole("dialog").getByLabel("Name").fill("CI");
    assert.equal(await second.getByRole("radio", { name: /Owner/ }).count(), 0);
    await second.getByRole("radio", { name: /Developer/ }).check();
    await second.getByRole("button", { name: "Create token" }).click();
    const token = (await second.getByLabel("API token", { exact: true }).textContent()) ?? "";
    const ask = () => fetch(`${shown.url}/api/functions`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await ask()).status, 200);
    await second.getByRole("button", { name: "I have copied it" }).click();
    await second.getByRole("button", { name: "Revoke" }).click();
    await second.getByLabel(/Type CI/).fill("CI");
    await second.getByRole("button", { name: "Revoke token" }).click();
    await second.getByRole("heading", { name: "No API tokens" }).waitFor();
    assert.equal((await ask()).status, 401);

    await second.getByRole("tab", { name: "Pipelines" }).click();
    await second.getByRole("heading", { name: "No pipeline rules" }).waitFor();
    await second.getByRole("tab", { name: "Environments" }).click();
    await second.getByText(/\/mcp\/production\/demo/).waitFor();
    await second.getByRole("tab", { name: "Project", exact: true }).click();
    await second.getByLabel("Name").fill("Demo shop");
    await second.getByRole("button", { name: "Save Project" }).click();
    await second.getByRole("button", { name: "Project: Demo shop" }).waitFor();
    await second.getByLabel("Repository").fill("git@git.acme.example:shop");
    await second.getByRole("button", { name: "Manage from git" }).click();
    await second.getByText("must be an https:// or http:// URL").waitFor();
    await second.getByLabel("Repository").fill("https://git.acme.example/shop");
    await second.getByRole("button", { name: "Manage from git" }).click();
    await second.getByRole("button", { name: "Take it back" }).waitFor();
    await shown.check(second, "settings-managed");
    await shown.go(second, "/functions");
    const banner = second.getByRole("region", { name: "Managed from git" });
    await banner.getByRole("link", { name: "https://git.acme.example/shop" }).waitFor();
    const create = second.getByRole("button", { name: "New Function" });
    assert.equal(await create.getAttribute("aria-disabled"), "true");
    await shown.check(second, "functions-managed");
    const { items } = await shown.client.listFunctions({ query: { limit: 1 } });
    await shown.go(second, `/functions/${items[0]?.id}`);
    await second.locator(".cm-content[aria-readonly=true]").waitFor();
    await second.getByRole("tab", { name: "Tests" }).click();
    const begin = second.getByRole("button", { name: "Start with a test" });
    assert.equal(await begin.getAttribute("aria-disabled"), "true");
    await shown.go(second, "/settings?tab=project");
    await second.getByText("Edit it there").waitFor({ state: "detached" });
    await second.getByRole("button", { name: "Take it back" }).click();
    const takeBack = second.getByRole("dialog", { name: "Take Demo shop back from git?" });
    await takeBack.getByRole("button", { name: "Take it back" }).click();
    await second.getByRole("button", { name: "Manage from git" }).waitFor();
    await second.getByRole("button", { name: "Archive Project" }).click();
    const archive = second.getByRole("dialog", { name: "Archive Demo shop?" });
    await archive.getByLabel(/Type demo/).fill("demo");
    await archive.getByRole("button", { name: "Archive Project" }).click();
    await second.getByText("This Project is offline").waitFor();
    await shown.check(second, "settings-archived");
    const remove = second.getByRole("button", { name: "Delete Project" });
    assert.equal(await remove.getAttribute("aria-disabled"), "true");
    await second.getByRole("button", { name: "Restore" }).click();
    await second.getByRole("button", { name: "Archive Project" }).waitFor();
    const light = await shown.open("/settings");
    await light.getByRole("button", { name: "Change password" }).waitFor();
    await shown.check(light, "settings");
  });

  test("settings: tests are required before a deployment, and a failing one leads to its line", async (t) => {
    const { client } = shown;
    const page = await shown.open("/settings?tab=project");
    const card = page.locator("section", { has: page.getByRole("heading", { name: "Required tests" }) });
    await card.getByRole("switch", { name: "Deployments to Development" }).click();
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("The required tests were saved").waitFor();
    await shown.check(page, "settings-required-tests");
    const readOnly = await shown.open("/settings?tab=project", { role: "operator" });
    await readOnly.getByRole("heading", { name: "Required tests" }).waitFor();
    const save = readOnly.locator("section", { has: readOnly.getByRole("heading", { name: "Required tests" }) });
    assert.equal(await save.getByRole("button", { name: "Save" }).getAttribute("aria-disabled"), "true");
    const tests =
      'import { call, expect, test } from "ferrule/test";\n\ntest("adds", async () => {\n  expect((await call({})).output).toBe(3);\n});\n';
    const { id: functionId } = await client.createFunction({
      body: { slug: "sums", source: "export default () => 2;\n", tests },
    });
    const cronBindingId = await keepCalled(client, functionId);
    t.after(async () => {
      const { items } = await client.listProjects({ query: { limit: 100 } });
      const params = { projectId: items.find(({ requiredTests }) => requiredTests.development)?.id ?? "" };
      await client.updateProject({ params, body: { requiredTests: { development: false, production: false } } });
      await client.deleteCronBinding({ params: { cronBindingId } });
      await client.deleteFunction({ params: { functionId } });
    });
    const { id } = await client.createDeployment();
    await shown.go(page, `/deployments/${id}`);
    await page.locator("h1").getByText("Failed").waitFor();
    await page.getByText("TESTS_FAILED").first().waitFor();
    await shown.check(page, "deployment-tests-failed");
    await page.getByRole("link", { name: "Open sums.test.ts:4" }).click();
    await page.waitForURL(/\/functions\/fn_.*tab=tests&line=4/);
    await page.locator(".cm-activeLine").getByText("toBe(3)").waitFor();
  });

  test("settings: an owner counts what is kept of a tenant, types its name, and sees it erased; an admin may not ask", async () => {
    const { items } = await shown.client.listRuntimeEndpoints({ query: { limit: 1 } });
    const params = { endpointId: items[0]?.id ?? assert.fail("no endpoint") };
    const tenantId = "customer-that-leaves";
    const key = { name: "Theirs", environment: "development", tenantId } as const;
    await shown.client.createApiKey({ params, body: key });
    const page = await shown.open("/settings?tab=erasure");
    await page.getByRole("heading", { name: "Nothing was erased" }).waitFor();
    await page.getByRole("button", { name: "Erase a tenant or caller" }).click();
    const form = page.getByRole("dialog", { name: "Erase a tenant or caller" });
    await form.getByLabel("Name").fill(tenantId);
    await form.getByLabel("Reason").fill(`${tenantId} asked for it.`);
    await form.getByRole("button", { name: "Count" }).click();
    await form.getByText("must not name the tenant or caller, because it is kept").waitFor();
    await form.getByLabel("Reason").fill("Their contract has ended.");
    await shown.check(page, "settings-erase", true);
    await form.getByRole("button", { name: "Count" }).click();
    const confirm = page.getByRole("dialog", { name: `Erase everything of ${tenantId}?` });
    await confirm.getByText("API keys: 1").waitFor();
    await confirm.getByLabel(/Type/).fill(tenantId);
    await shown.check(page, "settings-erase-confirm", true);
    await confirm.getByRole("button", { name: "Erase it" }).click();
    await page.getByRole("row", { name: /A tenant.*Their contract has ended.*Done/ }).waitFor();
    assert.equal(await page.getByText(tenantId).count(), 0);
    await shown.check(page, "settings-erasure", true);
    const admin = await shown.open("/settings?tab=erasure", { role: "admin" });
    await admin.getByRole("tab", { name: "Project", exact: true }).waitFor();
    assert.equal(await admin.getByRole("button", { name: "Erase a tenant or caller" }).count(), 0);
  });
});
