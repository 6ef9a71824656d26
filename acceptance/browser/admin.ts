import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createClient } from "@ferrule/contract/client.ts";
import { deploy, keepCalled } from "../deploy.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

const source = `import type { Context } from "ferrule";
/** Charges a card. */
export default async function charge(input: { cents: number }, ctx: Context) {
  const key = await ctx.secrets.get("STRIPE_KEY");
  return { charged: input.cents, keyLength: key.length };
}
`;

describe("the pages of secrets, libraries, templates and the audit log", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });

  test("secrets: created by keyboard, rotated, and deleted from a live deployment only when one insists", async () => {
    const { client } = shown;
    const page = await shown.open("/secrets", { role: "developer", allow: [/status of 409 \(Conflict\)/] });
    await page.getByRole("heading", { name: "No secrets in Development" }).waitFor();
    await shown.check(page, "secrets-empty");
    await page.keyboard.press("c");
    const create = page.getByRole("dialog", { name: "New secret in Development" });
    const name = create.getByLabel("Name");
    await name.fill("stripe key");
    await page.keyboard.press("Control+Enter");
    await create.getByText("must start with A-Z").waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
    await name.fill("STRIPE_KEY");
    await create.getByLabel("Value", { exact: true }).fill("sk_1");
    // Holds the request back until the button has been pressed again.
    const held = Promise.withResolvers<void>();
    let sent = 0;
    await page.route("**/api/secrets", async (route) => {
      if (route.request().method() === "POST") {
        sent += 1;
        await held.promise;
      }
      await route.continue();
    });
    await page.keyboard.press("Control+Enter");
    await create.locator("button[aria-busy=true]", { hasText: "Create secret" }).waitFor();
    await page.keyboard.press("Control+Enter");
    held.resolve();
    await create.waitFor({ state: "detached" });
    assert.equal(sent, 1, "sent once, however often one presses");
    await page.unroute("**/api/secrets");
    await page.keyboard.press("c");
    assert.equal(await name.inputValue(), "", "what was sent does not come back");
    await name.fill("STRIPE_KEY");
    await create.getByLabel("Value", { exact: true }).fill("sk_1");
    await page.keyboard.press("Control+Enter");
    await create.getByText("There is a secret of this name in development already.").waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
    // Esc loses nothing without asking, and a reload brings back all but the secret.
    const discard = page.getByRole("dialog", { name: "Discard what you typed?" });
    await page.keyboard.press("Escape");
    await shown.check(page, "secrets-discard", true);
    await discard.getByRole("button", { name: "Keep editing" }).click();
    assert.equal(await create.getByLabel("Value", { exact: true }).inputValue(), "sk_1");
    await page.reload();
    await create.getByText("What you typed before is back.").waitFor();
    assert.equal(await name.inputValue(), "STRIPE_KEY");
    assert.equal(await create.getByLabel("Value", { exact: true }).inputValue(), "");
    assert.ok(!(await page.evaluate(() => JSON.stringify(sessionStorage))).includes("sk_1"));
    await page.keyboard.press("Escape");
    await discard.getByRole("button", { name: "Discard" }).click();
    await create.waitFor({ state: "detached" });
    await page.keyboard.press("c");
    assert.equal(await name.inputValue(), "");
    await page.keyboard.press("Escape");
    await create.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Production" }).click();
    await page.getByRole("heading", { name: "No secrets in Production" }).waitFor();
    const forbidden = page.getByRole("button", { name: "New secret" }).first();
    assert.equal(await forbidden.getAttribute("aria-disabled"), "true");
    await forbidden.hover();
    await page.getByText("does not allow this in production").waitFor();

    const permissions = { secrets: ["STRIPE_KEY", "STRIPE_HOOK"], hosts: [], collections: [], cache: false };
    const charge = await client.createFunction({
      body: { slug: "charge", name: "Charge a card", source, permissions },
    });
    await keepCalled(client, charge.id);
    await deploy(client);
    const owner = await shown.open("/secrets", { allow: [/status of 409 \(Conflict\)/] });
    await owner.getByRole("heading", { name: "Needed, but missing in Development" }).waitFor();
    await owner.getByRole("button", { name: "Create STRIPE_HOOK" }).waitFor();
    await owner.getByRole("table").getByText("STRIPE_KEY").click();
    const drawer = owner.getByRole("dialog", { name: "STRIPE_KEY" });
    await drawer.getByRole("link", { name: "Charge a card" }).waitFor();
    await drawer.getByRole("button", { name: "Rotate" }).click();
    const rotate = owner.getByRole("dialog", { name: "Rotate STRIPE_KEY" });
    await rotate.getByText("Affects Charge a card").waitFor();
    await rotate.getByLabel("New value").fill("sk_2");
    await shown.check(owner, "secrets-rotate");
    await rotate.getByRole("button", { name: "Rotate in Development" }).click();
    await owner.getByText("STRIPE_KEY is at version 2").first().waitFor();
    await owner.getByRole("dialog", { name: "STRIPE_KEY" }).getByRole("button", { name: "Delete" }).click();
    await owner.getByLabel(/Type STRIPE_KEY/).fill("STRIPE_KEY");
    await owner.getByRole("button", { name: "Delete secret" }).click();
    const insist = owner.getByRole("dialog", { name: "STRIPE_KEY is in use in Development" });
    await insist.getByText("Calls to Charge a card in Development").waitFor();
    const { items } = await client.listSecrets({ query: { environment: "development" } });
    assert.equal(items.length, 1);
    await insist.getByRole("button", { name: "Delete anyway" }).click();
    await owner.getByRole("heading", { name: "No secrets in Development" }).waitFor();

    for (const secret of ["ORDERS_TOKEN", "SMTP_PASSWORD", "STRIPE_KEY"])
      await client.createSecret({ body: { name: secret, environment: "development", value: `of ${secret}` } });
    await shown.go(owner, "/secrets");
    await owner.getByText("SMTP_PASSWORD").waitFor();
    await shown.check(owner, "secrets");
    await shown.go(owner, "/secrets?q=zzz");
    await owner.getByRole("heading", { name: "No secrets match" }).waitFor();
    await owner.getByRole("button", { name: "Clear search" }).click();
    await owner.getByText("SMTP_PASSWORD").waitFor();
  });

  test("libraries: TypeScript written and saved as versions, a package changed, nobody overwritten", async () => {
    const { client } = shown;
    const page = await shown.open("/libraries", { role: "developer", allow: [/status of 412/, /status of 409/] });
    await page.getByRole("heading", { name: "No Libraries yet" }).waitFor();
    await page.getByRole("button", { name: "New Library" }).first().click();
    await page.getByLabel("Name").fill("money");
    await page.keyboard.press("Control+Enter");
    const editor = page.getByRole("textbox", { name: "Source of money" });
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("export const euros = (cents: number): string => (cents / 100).toFixed(2);");
    const problems = page.getByRole("region", { name: "Problems" });
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("export const wrong: number = euros(1);");
    await problems.getByText("is not assignable to type 'number'").waitFor();
    for (const key of ["Shift+Home", "Backspace", "Backspace"]) await page.keyboard.press(key);
    await problems.getByText("No problems").waitFor();
    // However long a line is, the things beside the text stay beside it.
    await page.keyboard.insertText(` // ${"is told to people ".repeat(8)}`);
    const [text, facts] = [await problems.boundingBox(), await page.getByText("About").boundingBox()];
    assert.ok(text && facts && text.x + text.width < facts.x, JSON.stringify({ text, facts }));
    await page.getByRole("tab", { name: "Unsaved changes" }).click();
    await page.getByText("export const euros").waitFor();
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Audit" })
      .or(page.getByRole("link", { name: "Secrets" }))
      .first()
      .click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("Control+s");
    await page.getByText("Version 2, saved").waitFor();
    const libraryId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const { source: saved } = await client.getLibrary({ params: { libraryId } });
    assert.match(saved ?? "", /export const euros/);

    await page.getByRole("tab", { name: "Code" }).click();
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("// mine");
    await client.replaceLibrary({ params: { libraryId }, body: { source: "export const theirs = 1;\n" } });
    await page.keyboard.press("Control+s");
    await page.getByText("Version 3 was saved after you started editing").waitFor();
    await page.getByRole("group", { name: "Their version and yours" }).getByText("// mine").waitFor();
    await page.getByRole("button", { name: "Keep mine" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Version 4, saved").waitFor();

    await client.createLibrary({ body: { kind: "npm", name: "date-fns", version: "4.1.0" } });
    const list = await shown.open("/libraries", { allow: [/status of 400/] });
    await list.getByRole("link", { name: "date-fns" }).waitFor();
    await list.getByRole("link", { name: "money" }).click();
    await list.getByRole("textbox", { name: "Source of money" }).waitFor();
    await shown.check(list, "library");
    await shown.go(list, "/libraries?kind=npm");
    await list.getByRole("link", { name: "date-fns" }).click();
    await list.getByLabel("Version").fill("^4");
    await list.getByRole("button", { name: "Change version" }).click();
    await list.getByText("must be a version like 2 or 1.2.3").waitFor();
    await list.getByLabel("Version").fill("4.0.0");
    await list.getByRole("button", { name: "Change version" }).click();
    await list.getByText("date-fns is at 4.0.0").first().waitFor();
    await shown.check(list, "library-npm");
    await list.getByRole("button", { name: "Remove" }).click();
    await list.getByText("date-fns is being deleted").first().waitFor();
    await list.getByRole("table", { name: "Libraries" }).waitFor();
    await list.getByRole("link", { name: "date-fns" }).waitFor({ state: "detached" });
  });

  test("templates: found, filled in, refused at the field, installed with what is still missing", async () => {
    const page = await shown.open("/templates", { role: "developer", allow: [/status of 400/] });
    await page.getByRole("button", { name: /CSV to JSON/ }).waitFor();
    await shown.check(page, "templates");
    await page.getByLabel("Search templates").fill("slack");
    await page.waitForURL(/q=slack/);
    await page.getByRole("button", { name: /CSV to JSON/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Send a Slack message/ }).click();
    const drawer = page.getByRole("dialog", { name: "Send a Slack message" });
    await drawer.getByRole("list", { name: "What it creates" }).getByText("send_slack_message").waitFor();
    await drawer.getByLabel("Channel").fill("general");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Discard what you typed?" }).waitFor();
    await page.getByRole("button", { name: "Keep editing" }).click();
    await drawer.getByRole("button", { name: "Install in Project" }).click();
    await drawer.getByText("must be a name like #general").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
    await drawer.getByLabel("Channel").fill("#orders");
    await drawer.getByLabel("Secret name").fill("TEAM_SLACK");
    await drawer.getByRole("list", { name: "Required secrets" }).getByText("TEAM_SLACK").waitFor();
    await drawer.getByRole("button", { name: "Install in Project" }).click();
    await drawer.getByText("Still missing").waitFor();
    await drawer.getByRole("link", { name: "Create", exact: true }).click();
    await page.waitForURL(/\/secrets/);
    assert.equal(await page.getByRole("dialog").getByLabel("Name").inputValue(), "TEAM_SLACK");

    const onto = await shown.open("/templates?template=csv-to-json");
    await onto.getByRole("combobox", { name: "Install to" }).click();
    await onto.getByRole("option", { name: /Shop API/ }).click();
    await onto.getByRole("button", { name: "Install on Shop API" }).click();
    await onto.getByRole("list", { name: "What was created" }).getByText("POST /csv-to-json").waitFor();
    const operator = await shown.open("/templates?template=csv-to-json", { role: "operator" });
    const install = operator.getByRole("button", { name: /^Install/ });
    await install.waitFor();
    assert.equal(await install.getAttribute("aria-disabled"), "true");
    await shown.go(onto, "/templates?q=zzz");
    await onto.getByRole("heading", { name: "No templates match" }).waitFor();
    await shown.check(onto, "templates-none");
  });

  test("audit: a denied attempt, before and after, the chain verified, both downloads", async () => {
    const { client } = shown;
    const { items } = await client.listSecrets({ query: {} });
    const secret = items[0] ?? assert.fail("no secret");
    await client.rotateSecret({ params: { secretId: secret.id }, body: { value: "another one" } });
    const developer = await shown.open("/audit", { role: "developer" });
    await developer.getByRole("heading", { name: "Only owners and admins can view the audit log" }).waitFor();
    // The console shows this as forbidden, but the test does it all the same.
    const email = "developer@acme.example";
    const own = createClient({ baseUrl: shown.url, cookies: "keep" });
    await own.login({ body: { email, password: "second password 2" } });
    await assert.rejects(own.rotateSecret({ params: { secretId: secret.id }, body: { value: "" } }));
    await assert.rejects(own.createSecret({ body: { name: "NOPE", environment: "production", value: "x" } }));

    const page = await shown.open("/audit");
    await page.getByRole("button", { name: "Outcome" }).click();
    await page.getByRole("menuitem", { name: "Denied" }).click();
    await page.waitForURL(/outcome=denied/);
    const refused = page.getByRole("row", { name: /developer@acme.example tried to create a secret.*secret.create/ });
    await refused.waitFor();
    await page.reload();
    await refused.click();
    await page.getByRole("dialog").getByText("Denied").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Remove the filter Outcome" }).click();
    await page.getByRole("combobox", { name: "Action" }).fill("secret.rot");
    await page.getByRole("option", { name: "secret.rotate" }).click();
    await page.waitForURL(/action=secret.rotate/);
    await page
      .getByRole("row", { name: new RegExp(`rotated the secret ${secret.name}.*secret.rotate`) })
      .first()
      .click();
    const drawer = page.getByRole("dialog", { name: /rotated the secret/ });
    await drawer.getByRole("group", { name: "Before and after" }).getByText('"version": 2').waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Verify chain" }).click();
    await page.getByText("The chain is intact").waitFor();
    for (const [format, begins] of [
      ["NDJSON", '{"id":"aud_'],
      ["CSV", "sequence,id,at,action"],
    ] as const) {
      await page.getByRole("button", { name: "Export" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: format }).click(),
      ]);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
      const text = Buffer.concat(chunks).toString();
      assert.ok(text.startsWith(begins), text.slice(0, 80));
      assert.ok(text.includes("secret.rotate") && !text.includes("secret.create"), "keeps to the filters");
    }
    await shown.go(page, "/audit");
    await page.getByRole("table", { name: "Audit events" }).waitFor();
    await shown.check(page, "audit");
    await page.getByRole("textbox", { name: "Search", exact: true }).fill(`rotated ${secret.name}`);
    await page.waitForURL(/q=rotated/);
    await page
      .getByRole("row", { name: /rotated the secret/ })
      .first()
      .waitFor();
    await page
      .getByRole("row", { name: /created/ })
      .first()
      .waitFor({ state: "detached" });
    await shown.go(page, "/audit?request=none-of-these");
    await page.getByRole("heading", { name: "No events match" }).waitFor();
  });

  test("pipeline rules: a branch, tags and requests of one repository, each said in words before it is created", async () => {
    const page = await shown.open("/settings?tab=pipelines");
    await page.getByRole("heading", { name: "No pipeline rules" }).waitFor();
    const dialog = page.getByRole("dialog", { name: "New pipeline rule" });
    const create = dialog.getByRole("button", { name: "Create rule" });
    const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
    const begin = async (name: string) => {
      await page.getByRole("button", { name: "New pipeline rule" }).click();
      await field("Name").fill(name);
    };
    await begin("Shop deploys");
    await field("Repository").fill("team/*");
    await dialog.getByText("This rule accepts nothing until").waitFor();
    await create.click();
    await dialog.getByText("must name one repository").waitFor();
    await field("Repository").fill("team/shop");
    await field("Branch").fill("refs/heads/main");
    await create.click();
    await dialog.getByText("must be the name alone").waitFor();
    await field("Branch").fill("main");
    await dialog.getByText("This rule accepts branch main of team/shop.").waitFor();
    await create.click();
    await page.getByRole("row", { name: /Shop deploys.*Branch main of team\/shop/ }).waitFor();

    await begin("Releases");
    await field("Repository").fill("team/shop");
    await dialog.getByRole("radio", { name: /^Tags/ }).check();
    await dialog.getByText("This rule accepts tags v* of team/shop.").scrollIntoViewIfNeeded();
    await shown.check(page, "settings-pipeline-rule", true);
    await create.click();
    await page.getByRole("row", { name: /Releases.*Tags v\* of team\/shop/ }).waitFor();

    await begin("Previews");
    await dialog.getByRole("combobox", { name: "Forge" }).click();
    await page.getByRole("option", { name: "GitLab" }).click();
    await field("Repository").fill("team/shop");
    await dialog.getByRole("radio", { name: /^Merge requests/ }).check();
    await dialog.getByText("This rule accepts merge requests of team/shop.").waitFor();
    await create.click();
    await page.getByRole("row", { name: /Previews.*Merge requests of team\/shop/ }).waitFor();

    const claims = { sub: "repo:team/shop:environment:production" };
    const issuer = "https://token.actions.githubusercontent.com";
    await shown.client.createPipelineRule({ body: { name: "By hand", issuer, claims, role: "operator" } });
    await page.reload();
    await page.getByText("sub = repo:team/shop:environment:production").waitFor();
    await shown.check(page, "settings-pipelines");
    const { items } = await shown.client.listPipelineRules({ query: {} });
    assert.deepEqual(Object.fromEntries(items.map((rule) => [rule.name, rule.claims])), {
      "Shop deploys": { repository: "team/shop", ref: "refs/heads/main" },
      Releases: { repository: "team/shop", ref: "refs/tags/v*" },
      Previews: { project_path: "team/shop", pipeline_source: "merge_request_event" },
      "By hand": claims,
    });
    for (const { name } of items) {
      await page.getByRole("row", { name }).getByRole("button", { name: "Delete" }).click();
      await page.getByRole("button", { name: "Delete rule" }).click();
      await page.getByRole("row", { name }).waitFor({ state: "detached" });
    }
    await page.getByRole("heading", { name: "No pipeline rules" }).waitFor();
  });

  test("on a narrow screen nothing sticks out, and an address that is no page says so", async () => {
    const page = await shown.open("/secrets", { width: 390, height: 844 });
    const paths = ["/libraries", "/templates?template=slack-message", "/audit", "/users", "/settings?tab=project"];
    for (const path of ["/secrets", ...paths]) {
      await shown.go(page, path);
      await page.getByRole("heading", { level: 1, includeHidden: true }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label^="Loading"]'));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path);
    }
    await page.goto("/no/such/page");
    await page.getByRole("heading", { name: "Nothing at this address" }).waitFor();
    await shown.check(page, "not-found");
  });

  test("a list that cannot be read says why and tries again", async () => {
    const page = await shown.open("/management-api", { allow: [/status of 500/] });
    await page.getByRole("heading", { name: "Management API", level: 1 }).waitFor();
    const failing = { error: { code: "INTERNAL", message: "Something went wrong on our side.", requestId: "req_1" } };
    const lists = "**/api/{secrets,libraries,templates,users,audit-events}?*";
    await page.route(lists, (route) => route.fulfill({ status: 500, json: failing }));
    for (const name of ["Secrets", "Libraries", "Templates", "Audit", "Users"]) {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.getByRole("alert").first().getByText("req_1").waitFor();
    }
    await shown.check(page, "users-error");
    await page.unroute(lists);
    await page.getByRole("button", { name: "Retry" }).first().click();
    await page.getByRole("table", { name: "Users" }).waitFor();
  });
});
