import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@ferrule/contract/client.ts";
import { addTool, deploy } from "../../deploy.ts";
import { eventually } from "../../eventually.ts";
import type { TestConsole } from "../start-console.ts";
import { addReceiver, sendWebhooks } from "./fill-deliveries.ts";
import { recordDay } from "./record-day.ts";
import { chargeCard, money } from "./sources.ts";

const noPermissions = { secrets: [], hosts: [], collections: [], cache: false };

const customers = {
  type: "object",
  properties: {
    number: { type: "string", maxLength: 40 },
    name: { type: "string", maxLength: 200 },
    country: { type: "string", enum: ["DE", "NL", "FR"] },
    orders: { type: "integer", minimum: 0 },
    newsletter: { type: "boolean" },
  },
  required: ["number", "name", "country"],
  additionalProperties: false,
};

const people = ["Ada Berg", "Bo Claassen", "Camille Roux", "Dirk Vos", "Elif Kaya", "Femke Smit", "Gaël Petit"];

async function addStores(client: Client): Promise<void> {
  await client.createLibrary({ body: { kind: "source", name: "money", source: money } });
  for (const [name, environment] of [
    ["PAYMENTS_KEY", "development"],
    ["PAYMENTS_KEY", "production"],
    ["SMTP_PASSWORD", "development"],
  ] as const)
    await client.createSecret({ body: { name, environment, value: `value of ${name}` } });
  const { id: collectionId } = await client.createDataCollection({
    body: {
      name: "customers",
      description: "Who buys, as the shop knows them.",
      schema: customers,
      uniqueKeys: [["number"]],
      indexes: ["country"],
    },
  });
  for (const [index, name] of people.entries())
    await client.createRecord({
      params: { collectionId },
      body: {
        environment: "development",
        tenantId: "default",
        data: {
          number: `C-${1_001 + index}`,
          name,
          country: ["DE", "NL", "FR"][index % 3] ?? "DE",
          orders: (index * 5) % 9,
          newsletter: index % 2 === 0,
        },
      },
    });
}

async function addUsers(client: Client): Promise<void> {
  const users = [
    ["mila@acme.example", "Mila Novak", "admin"],
    ["jonas@acme.example", "Jonas Weber", "developer"],
    ["sara@acme.example", "Sara Lind", "developer"],
    ["omar@acme.example", "Omar Haddad", "operator"],
  ] as const;
  for (const [email, name, role] of users)
    await client.createUser({ body: { email, name, role, password: "first password 1" } });
}

/** Gives a small shop's Project a day's worth of content: stores, users, crons, good and bad deployments, calls. */
export async function fillProject({ client, machine, dataDir }: TestConsole): Promise<void> {
  const endpoints = (await client.listRuntimeEndpoints({ query: { limit: 10 } })).items;
  const tools = endpoints.find(({ kind }) => kind === "mcp");
  const api = endpoints.find(({ kind }) => kind === "http");
  if (!tools || !api) throw new Error("The demo has both kinds of endpoint.");
  await addStores(client);
  await addUsers(client);

  const charge = await client.createFunction({
    body: {
      slug: "charge-card",
      name: "Charge a card",
      source: chargeCard,
      permissions: { ...noPermissions, secrets: ["PAYMENTS_KEY"], cache: true },
    },
  });
  await addTool(client, tools.id, {
    functionId: charge.id,
    toolName: "charge_card",
    description: "Charges the card that a customer has left with the shop.",
  });
  const webhooks = await addReceiver(client);
  const { projectDeploymentId } = await deploy(client, "completed", "Cards can be charged");
  await client.releaseDeployment({ body: { projectDeploymentId, message: "Cards can be charged" } });
  await eventually(async () => {
    const { items } = await client.listDeployments({ query: { limit: 5 } });
    return items.find(({ target, status }) => target === "production" && status === "completed");
  }, 60_000);

  const { value: key } = await client.createApiKey({
    params: { endpointId: tools.id },
    body: { name: "Cursor", environment: "development" },
  });
  await client.createApiKey({
    params: { endpointId: tools.id },
    body: { name: "Claude Code", environment: "production" },
  });
  const call = async (name: string, given: object) => {
    const response = await fetch(tools.urls.development, {
      method: "POST",
      headers: {
        "x-api-key": key,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }),
    });
    return (await response.json()) as { result?: { isError?: boolean } };
  };
  // A worker learns of a deployment within a second, or later on a busy machine.
  await eventually(
    async () => ((await call("charge_card", { customer: "C-1001", cents: 1_250 })).result ? true : undefined),
    30_000,
  );
  await sendWebhooks(client, webhooks);
  const functions = (await client.listFunctions({ query: { limit: 50 } })).items;
  const secrets = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as Record<string, string>;
  await recordDay({
    internalUrl: machine.internalUrl,
    token: secrets["WORKER_API_TOKEN"] ?? "",
    projectId: (await client.getMe()).activeProject?.id ?? "",
    functions,
    endpoints: { mcp: tools.id, http: api.id },
    deploymentId: projectDeploymentId,
  });

  const nightly = functions.find(({ slug }) => slug === "summarize-day")?.id ?? "";
  const { id: cronId } = await client.createCronBinding({
    body: {
      name: "Nightly summary",
      functionId: nightly,
      environment: "development",
      schedule: "30 2 * * *",
      timezone: "Europe/Berlin",
    },
  });
  await client.createCronBinding({
    body: { name: "Every quarter", functionId: nightly, environment: "development", schedule: "*/15 8-18 * * MON-FRI" },
  });
  await client.runCronBinding({ params: { cronBindingId: cronId } });
  for (const customer of ["C-1002", "C-1003", "C-1004"]) await call("charge_card", { customer, cents: 990 });
  await call("search_customers", { query: "ada" });
  await call("convert_amount", { amount: 12, from: "EUR", to: "USD" });
  for (const orderId of ["A-1001", "A-1002", "Z-0000", "Z-0001"]) await call("look_up_order", { orderId });

  const current = await client.getFunction({ params: { functionId: charge.id } });
  const change = async (revision: number, source: string) =>
    client.updateFunction({
      params: { functionId: charge.id },
      body: { source },
      headers: { "if-match": `"${revision}"` },
    });
  const wrong = await change(current.revision, current.source.replace("given.cents", "given.cent"));
  await deploy(client, "failed", "Say what is charged");
  await change(wrong.revision, current.source.replace("/** What", "/** How much, and what"));
  await deploy(client, "completed", "Say what is charged");
  await client.updateFunction({
    params: { functionId: nightly },
    body: { description: "What the shop did today, for the team." },
    headers: { "if-match": `"${functions.find(({ id }) => id === nightly)?.revision}"` },
  });
}
