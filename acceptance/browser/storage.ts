import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createEndpoint, deploy, issueKey } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

const source = `import type { Context } from "ferrule";
/** Keeps a value for an hour. */
export default async function keep(input: { key?: string; value?: string }, ctx: Context) {
  await ctx.cache.set(input.key ?? "none", { said: input.value ?? "" }, { ttlSeconds: 3600 });
  return { kept: input.key ?? "none" };
}
`;

const refusing = `/** Fails for good. */
export default function refuse(input: { id: string }) {
  throw new Error("Nobody takes " + input.id);
}
`;

const orders = {
  type: "object",
  properties: {
    number: { type: "string", maxLength: 40 },
    total: { type: "number", minimum: 0 },
    status: { type: "string", enum: ["open", "paid"] },
  },
  required: ["number"],
  additionalProperties: false,
};

describe("the pages of the cache, crons and data", () => {
  let shown: TestConsole;
  let functionId: string;
  /** Of its endpoint in Development. */
  let url: string;
  let key: string;
  before(async () => {
    shown = await shareConsole("keeping");
    const { client } = shown;
    const permissions = { secrets: [], hosts: [], collections: [], cache: true };
    ({ id: functionId } = await client.createFunction({
      body: { slug: "keep", name: "Keep a value", source, permissions },
    }));
    const { id: endpointId, urls } = await createEndpoint(client, "http", "keeper");
    const params = { endpointId };
    await client.createHttpBinding({ params, body: { functionId, method: "POST", path: "/keep" } });
    const { id: refuse } = await client.createFunction({ body: { slug: "refuse", source: refusing } });
    const delivery = { maxAttempts: 1, idFrom: "body" as const, idName: "/id" };
    const late = { functionId: refuse, method: "POST" as const, path: "/refuse", delivery };
    await client.createHttpBinding({ params, body: late });
    key = await issueKey(client, endpointId, { tenantId: "acme" });
    url = urls.development;
    await deploy(client);
    for (const name of ["orders:1", "orders:2", "customers:1"]) {
      // A worker learns of a deployment within a second, or later on a busy machine.
      await eventually(async () => {
        const response = await fetch(`${urls.development}/keep`, {
          method: "POST",
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: JSON.stringify({ key: name, value: `value of ${name}` }),
        });
        await response.text();
        return response.status === 200 ? true : undefined;
      }, 30_000);
    }
  });

  test("cache: where it looked, a prefix, a reveal that the audit log has, a deletion, who may", async () => {
    const { client } = shown;
    const page = await shown.open("/cache");
    await page.getByRole("heading", { name: "This tenant has no cache entries" }).waitFor();
    await page.getByRole("main").getByRole("button", { name: "acme", exact: true }).waitFor();
    await shown.check(page, "cache-other-tenants", true);
    const tenant = page.getByLabel("Tenant", { exact: true });
    await tenant.fill("not a tenant");
    await page.getByText("Tenant must be 1 to 128 of").waitFor();
    await tenant.fill("nobody");
    await page.waitForURL(/tenant=nobody/);
    await page.getByRole("combobox", { name: "Who has cache entries" }).click();
    await page.getByRole("option", { name: "acme" }).click();
    await page.waitForURL(/tenant=acme/);
    await page.getByText("customers:1").waitFor();
    await shown.check(page, "cache");
    await page.getByLabel("Key prefix").fill("orders:");
    await page.waitForURL(/prefix=orders/);
    await page.getByText("customers:1").waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("orders:2").click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText("Revealing a value is recorded").waitFor();
    assert.equal(await drawer.getByText("value of orders:2").count(), 0);
    await drawer.getByRole("button", { name: "Reveal value" }).click();
    await drawer.getByText("value of orders:2").waitFor();
    await shown.check(page, "cache-revealed");
    const { items } = await client.listAuditEvents({ query: { limit: 10 } });
    assert.ok(items.some(({ action }) => action === "cache-entry.reveal"));
    const left = async (prefix: string) => {
      const query = { environment: "development", tenantId: "acme", prefix } as const;
      return (await client.listCacheEntries({ query })).items.map(({ key }) => key);
    };
    const table = page.getByRole("table", { name: "Cache entries" });
    await drawer.getByRole("button", { name: "Delete" }).click();
    await page.getByText("The cache entry orders:2 is being deleted").first().waitFor();
    await table.getByText("orders:2").waitFor({ state: "detached" });
    await page.keyboard.press("z");
    await table.getByText("orders:2").click();
    assert.deepEqual(await left("orders:"), ["orders:1", "orders:2"]);
    await drawer.getByRole("button", { name: "Delete" }).click();
    await table.getByText("orders:2").waitFor({ state: "detached" });
    await shown.go(page, "/crons");
    await eventually(async () => ((await left("orders:")).length === 1 ? true : undefined), 5_000);
    assert.deepEqual(await left("orders:"), ["orders:1"]);
    await shown.go(page, "/cache?tenant=acme&prefix=customers");
    await page.getByRole("checkbox", { name: "Select customers:1" }).check();
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("1 cache entry");
    await page.getByRole("button", { name: "Delete 1 cache entry" }).click();
    await page.getByRole("heading", { name: "No keys match" }).waitFor();
    assert.deepEqual(await left(""), ["orders:1"]);
    const developer = await shown.open("/cache?tenant=acme&key=orders:1", { role: "developer" });
    const reveal = developer.getByRole("button", { name: "Reveal value" });
    await reveal.waitFor();
    assert.equal(await reveal.getAttribute("aria-disabled"), "true");
    await reveal.hover();
    await developer.getByText("Owner, Admin, or Operator can").waitFor();
  });

  test("cron: created in words, refused at the field, run by hand, paused and resumed, deleted", async () => {
    const { client } = shown;
    const page = await shown.open("/crons", { allow: [/status of 400/] });
    await page.getByRole("heading", { name: "No crons in Development" }).waitFor();
    await page.keyboard.press("c");
    const form = page.getByRole("dialog", { name: "New cron" });
    await form.getByRole("combobox", { name: "Function" }).fill("Keep");
    await page.getByRole("option", { name: "Keep a value" }).click();
    await form.getByLabel("Name").fill("Nightly");
    await form.getByLabel("Schedule").fill("61 9 * * *");
    await form.getByRole("button", { name: "Create cron" }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
    await form.getByRole("combobox", { name: "How often" }).click();
    await page.getByRole("option", { name: "On the first of the month at 9:00" }).click();
    assert.equal(await form.getByLabel("Schedule").inputValue(), "0 9 1 * *");
    await form.getByText("at 09:00, on day 1 of the month").waitFor();
    await form.getByLabel("Schedule").fill("30 9 * * MON-FRI");
    await form.getByRole("combobox", { name: "How often" }).getByText("Another schedule").waitFor();
    await form.getByText("at 09:30, Monday to Friday").waitFor();
    await form.getByRole("combobox", { name: "Time zone" }).fill("Europe/Ber");
    await page.getByRole("option", { name: "Europe/Berlin" }).click();
    await form.getByLabel("Tenant").fill("acme");
    await shown.check(page, "cron-form");
    await form.getByRole("button", { name: "Create cron" }).click();
    const drawer = page.getByRole("dialog", { name: "Nightly" });
    await drawer.getByRole("list", { name: "Next occurrences" }).getByRole("listitem").nth(4).waitFor();
    await drawer.getByRole("button", { name: "Run now" }).click();
    await drawer.getByRole("row", { name: /Succeeded.*Manual, owner@acme.example/ }).waitFor();
    await shown.check(page, "cron");
    await drawer.getByRole("button", { name: "Pause" }).click();
    await drawer.getByText("Paused: none of these will run").waitFor();
    await drawer.getByRole("button", { name: "Resume" }).click();
    await drawer.getByText("Paused: none of these will run").waitFor({ state: "detached" });
    await drawer.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog", { name: "Edit Nightly" }).getByLabel("Name").fill("Every morning");
    await page.getByRole("button", { name: "Save cron" }).click();
    await page.getByRole("dialog", { name: "Every morning" }).waitFor();
    await page.keyboard.press("Escape");

    await client.createCronBinding({
      body: { name: "Not deployed there", functionId, environment: "production", schedule: "0 6 1 * *" },
    });
    await page.getByRole("button", { name: "Production" }).click();
    await page.getByText("Not deployed there").click();
    await page.getByRole("dialog").getByRole("button", { name: "Run now" }).click();
    await page
      .getByRole("dialog")
      .getByRole("row", { name: /Skipped.*not deployed/i })
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByLabel(/Type Not deployed there/).fill("Not deployed there");
    await page.getByRole("button", { name: "Delete cron" }).click();
    await page.getByRole("heading", { name: "No crons in Production" }).waitFor();

    const list = await shown.open("/crons", { role: "operator" });
    await list.getByRole("row", { name: /Every morning.*Monday to Friday/ }).waitFor();
    const create = list.getByRole("button", { name: "New cron" });
    assert.equal(await create.getAttribute("aria-disabled"), "true");
    await shown.check(list, "crons");
  });

  test("deliveries: those that failed for good are chosen, discarded and delivered again", async () => {
    const { client } = shown;
    const ids = ["evt_1", "evt_2", "evt_3"];
    for (const id of ids) {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const answer = await fetch(`${url}/refuse`, { method: "POST", headers, body: JSON.stringify({ id }) });
      assert.equal(answer.status, 202, await answer.text());
    }
    const having = async (status: "dead" | "discarded") => {
      const { items } = await client.listDeliveries({ query: { environment: "development", status } });
      return items.map(({ deliveryKey }) => deliveryKey ?? "").toSorted();
    };
    await eventually(async () => ((await having("dead")).length === ids.length ? true : undefined), 60_000);
    const page = await shown.open("/deliveries");
    const bar = page.getByRole("toolbar", { name: "Selected deliveries" });
    const choose = async (...keys: string[]) => {
      for (const each of keys) await page.getByRole("row", { name: each }).getByRole("checkbox").check();
    };
    await choose("evt_1", "evt_2");
    await bar.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Discard 2 deliveries" }).click();
    await page.getByText("2 deliveries discarded").first().waitFor();
    assert.deepEqual([await having("discarded"), await having("dead")], [["evt_1", "evt_2"], ["evt_3"]]);
    await choose("evt_2", "evt_3");
    assert.equal(await bar.getByRole("button", { name: "Discard" }).getAttribute("aria-disabled"), null);
    await bar.getByRole("button", { name: "Redeliver" }).click();
    await shown.check(page, "deliveries-chosen");
    await page.getByRole("button", { name: "Redeliver 2 deliveries" }).click();
    await page.getByText("2 deliveries queued again").first().waitFor();
    await eventually(async () => ((await having("dead")).length === 2 ? true : undefined), 60_000);
    assert.deepEqual(await having("discarded"), ["evt_1"]);
  });

  test("data: a collection, records edited with their types, queried, imported and exported", async () => {
    const { client } = shown;
    const page = await shown.open("/data", { role: "developer", allow: [/status of 4(?:00|09|12)/] });
    await page.getByRole("heading", { name: "No collections yet" }).waitFor();
    await page.getByRole("button", { name: "New collection" }).first().click();
    const form = page.getByRole("dialog", { name: "New collection" });
    await form.getByLabel("Name").fill("Orders!");
    await form.getByRole("button", { name: "Create collection" }).click();
    await form.getByText("must start with a letter and hold only").waitFor();
    await form.getByLabel("Name").fill("notes");
    await form.getByRole("button", { name: "Create collection" }).click();
    await page.getByRole("heading", { name: "No records yet" }).waitFor();
    await shown.check(page, "data-empty");

    const { id } = await client.createDataCollection({
      body: { name: "orders", schema: orders, uniqueKeys: [["number"]], indexes: ["total"] },
    });
    await shown.go(page, `/data?collection=${id}&tenant=acme`);
    await page.getByRole("heading", { name: "No records yet" }).waitFor();
    await page.keyboard.press("c");
    const record = page.getByRole("dialog", { name: "New record of orders" });
    await record.getByLabel(/^total/).fill("-3");
    await record.getByRole("button", { name: "Insert in Development" }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
    await record.getByLabel(/^number/).fill("A-1");
    await record.getByLabel(/^total/).fill("12.5");
    await record.getByRole("button", { name: "Insert in Development" }).click();
    await page.getByRole("row", { name: /A-1.*12.5/ }).waitFor();

    await page.getByRole("button", { name: "Import", exact: true }).click();
    const upload = page.getByRole("dialog", { name: "Import into orders" });
    const lines = [2, 3, 4].map((n) => ({ id: `order-${n}`, data: { number: `A-${n}`, total: n, status: "open" } }));
    const paste = upload.getByLabel("Or paste lines");
    await paste.fill(`${JSON.stringify(lines[0])}\n{"data":{"total":1}}`);
    await upload.getByRole("button", { name: "Import" }).click();
    await upload.getByRole("list", { name: "What is wrong" }).getByText("line 2").waitFor();
    await paste.fill(lines.map((line) => JSON.stringify(line)).join("\n"));
    await upload.getByRole("button", { name: "Import" }).click();
    await page.getByRole("row", { name: /A-4/ }).waitFor();
    await shown.check(page, "data");
    await page.getByRole("combobox", { name: "Who has records" }).click();
    await page.getByRole("option", { name: "acme", selected: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Tenant", { exact: true }).fill("somebody");
    await page.getByRole("heading", { name: "This tenant has no records" }).waitFor();
    assert.equal(await page.getByText("No records yet").count(), 0);
    await shown.check(page, "data-other-tenants");
    await page.getByRole("main").getByRole("button", { name: "acme", exact: true }).click();
    await page.waitForURL(/tenant=acme/);
    await page.getByRole("row", { name: /A-4/ }).waitFor();

    await page.getByRole("button", { name: "Condition" }).click();
    await page.getByRole("combobox", { name: "Field" }).fill("total");
    await page.getByRole("option", { name: /^total/ }).click();
    await page.getByRole("combobox", { name: "Comparison" }).click();
    await page.getByRole("option", { name: "is at least" }).click();
    await page.getByLabel("Value", { exact: true }).fill("4");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("row", { name: /A-3/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Order by total" }).click();
    await page.waitForURL(/order=total/);
    await page.reload();
    await page.getByRole("row", { name: /A-4/ }).waitFor();
    assert.equal(await page.getByRole("row").count(), 3);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "status" }).uncheck();
    await page.getByRole("columnheader", { name: /status/, includeHidden: true }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.waitForURL(/columns=/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export" }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
    assert.equal(Buffer.concat(chunks).toString().trim().split("\n").length, 4);

    await page.getByRole("row", { name: /A-4/ }).click();
    const drawer = page.getByRole("dialog", { name: "order-4" });
    await drawer.getByLabel(/^total/).fill("five");
    await drawer
      .getByText(/must be a number/)
      .first()
      .waitFor();
    await drawer.getByLabel(/^total/).fill("5");
    const place = { environment: "development", tenantId: "acme" } as const;
    const theirs = { ...place, data: { number: "A-4", total: 40 }, revision: 1 };
    await client.replaceRecord({ params: { collectionId: id, recordId: "order-4" }, body: theirs });
    await drawer.getByRole("button", { name: "Save in Development" }).click();
    await drawer.getByText("Someone else changed this record").waitFor();
    await drawer.getByRole("button", { name: "Show their version" }).click();
    await drawer.getByText("Someone else changed this record").waitFor({ state: "detached" });
    await drawer.getByLabel(/^total/).fill("5");
    await drawer.getByRole("button", { name: "Save in Development" }).click();
    await page.getByText("The record was saved").first().waitFor();
    await shown.check(page, "data-record");
    const saved = await client.getRecord({ params: { collectionId: id, recordId: "order-4" }, query: place });
    assert.deepEqual([saved.data["total"], saved.revision], [5, 3]);
  });

  test("data: a new schema is checked against every record before it is stored; Production is locked", async () => {
    const { client } = shown;
    const { items } = await client.listDataCollections({ query: {} });
    const id = items.find(({ name }) => name === "orders")?.id ?? assert.fail("no collection");
    const page = await shown.open(`/data?collection=${id}&tab=schema`, { allow: [/status of 409/] });
    const editor = page.getByRole("textbox", { name: "Schema of the next version" });
    const write = async (schema: object) => {
      await editor.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(JSON.stringify(schema, null, 2));
    };
    const store = page.getByRole("button", { name: "Store version 2" });
    await editor.waitFor();
    assert.equal(await store.getAttribute("aria-disabled"), "true");
    await write({ ...orders, required: ["number", "status"] });
    await page.getByRole("button", { name: "Check records" }).click();
    await page.getByText("2 of 4 records do not match").waitFor();
    await shown.check(page, "data-schema");
    assert.equal(await store.getAttribute("aria-disabled"), "true");
    const mapping = page.getByRole("textbox", { name: "Mapping" });
    await mapping.click();
    await page.keyboard.insertText('[{"default":{"path":"status","value":"open"}}]');
    await page.getByRole("button", { name: "Check records" }).click();
    await page.getByText("All records match").waitFor();
    await store.click();
    await page.getByText("orders is at version 2").first().waitFor();
    const { versions } = await client.getDataCollection({ params: { collectionId: id } });
    assert.equal(versions.length, 2);

    await page.getByRole("tab", { name: /Access and settings/ }).click();
    await page.getByRole("heading", { name: "No grants yet" }).waitFor();
    await page.getByRole("combobox", { name: "Function or endpoint" }).fill("Keep");
    await page.getByRole("option", { name: /Keep a value/ }).click();
    await page.getByRole("button", { name: "Grant in Development" }).click();
    await page.getByRole("list", { name: "Grants" }).getByText("Keep a value").waitFor();
    await shown.check(page, "data-access");

    const built = await deploy(client);
    await client.releaseDeployment({ body: { projectDeploymentId: built.projectDeploymentId } });
    const production = await shown.open(`/data?collection=${id}&environment=production`, { role: "operator" });
    const create = production.getByRole("button", { name: "New record" }).first();
    await create.waitFor();
    assert.equal(await create.getAttribute("aria-disabled"), "true");
    await production.getByRole("button", { name: "Unlock editing" }).click();
    await production.getByRole("dialog").getByRole("button", { name: "Unlock editing" }).click();
    await production.getByRole("button", { name: "Editing Production · Lock" }).waitFor();
    await shown.check(production, "data-production");
    await create.click();
    const record = production.getByRole("dialog", { name: "New record of orders" });
    await record.getByLabel(/^number/).fill("P-1");
    await record.getByRole("combobox", { name: /^status/ }).click();
    await production.getByRole("option", { name: "paid" }).click();
    await record.getByRole("button", { name: "Insert in Production" }).click();
    await production.getByRole("row", { name: /P-1/ }).waitFor();
    await production.reload();
    await production.getByRole("button", { name: "Unlock editing" }).waitFor();
    const developer = await shown.open(`/data?collection=${id}&environment=production`, { role: "developer" });
    const unlock = developer.getByRole("button", { name: "Unlock editing" });
    await unlock.waitFor();
    assert.equal(await unlock.getAttribute("aria-disabled"), "true");
  });

  test("on a narrow screen nothing sticks out", async () => {
    const page = await shown.open("/cache", { width: 390, height: 844 });
    for (const path of ["/cache", "/crons", "/data?tenant=acme", "/data?tab=schema", "/data?tab=access"]) {
      await shown.go(page, path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label^="Loading"]'));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path);
    }
  });
});
