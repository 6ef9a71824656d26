import type { Client } from "@ferrule/contract/client.ts";

const integrity = `sha512-${"A".repeat(86)}==`;

const schema = { type: "object" as const, properties: { zip: { type: "string" }, city: { type: "string" } } };
const permissions = {
  secrets: ["ORDERS_TOKEN"],
  hosts: ["api.example.com"],
  collections: [{ name: "orders", access: "read" as const }],
};
/** Letters of several lengths in UTF-8, a combining mark, an emoji of several code points, and separators of lines. */
const odd = "é e\u0301 ß 漢字 👩‍👩‍👧 \u2028 “quoted” \\ ${x}";

async function addLibraries(client: Client): Promise<void> {
  const money = `import dates from "dates"; export const format = (text: string) => text + dates; // ${odd}`;
  await client.createLibrary({ body: { kind: "source", name: "money", source: money, version: "2.1" } });
  await client.createLibrary({ body: { kind: "npm", name: "days", package: "dates", version: "1.2.3", integrity } });
}

async function addCollection(client: Client, functionId: string, endpointId: string): Promise<void> {
  const settings = { uniqueKeys: [["zip"]], indexes: ["city"], ttlSeconds: 86_400 };
  const { id } = await client.createDataCollection({ body: { name: "orders", schema, ...settings } });
  const params = { collectionId: id };
  const own = { subject: { kind: "function" as const, id: functionId }, access: "read" as const };
  await client.replaceDataCollectionGrant({ params, body: { ...own, environment: "development" } });
  const whole = { subject: { kind: "endpoint" as const, id: endpointId }, access: "read-write" as const };
  await client.replaceDataCollectionGrant({ params, body: { ...whole, environment: "production" } });
}

async function addPolicies(client: Client, tools: string, routes: string): Promise<void> {
  const limits = { keyRequestsPerMinute: 7, quotas: [{ by: "key" as const, period: "day" as const, requests: 9 }] };
  const scopes = [{ name: "orders:read", description: "Read orders", targets: ["look_up"] }];
  const open = { caller: { mode: "none" as const }, permissions, allowedOrigins: ["https://app.example.com"], limits };
  await client.replaceAuthPolicy({ params: { endpointId: tools }, body: { environment: "development", ...open } });
  const signedIn = { caller: { mode: "oauth" as const, oauth: { scopes } }, allowedAddresses: ["203.0.113.0/24"] };
  const when = { type: "object", properties: { zip: { pattern: "^9" }, city: { type: "string" } }, required: ["zip"] };
  const by = { roles: ["owner" as const], groups: ["Finance – 漢字"] };
  const approvals = [{ names: ["look_up"], when, by, people: 2 }];
  await client.replaceAuthPolicy({
    params: { endpointId: tools },
    body: { environment: "production", ...signedIn, approvals },
  });
  const signature = { sender: "github" as const, secrets: ["WEBHOOK_KEY"] };
  const signed = { caller: { mode: "signature" as const, signature } };
  await client.replaceAuthPolicy({ params: { endpointId: routes }, body: { environment: "production", ...signed } });
}

/** Fills an empty Project with something of every kind that a source can say. */
export async function furnish(client: Client): Promise<void> {
  await addLibraries(client);
  const source = `import { format } from "lib/money"; // ${odd}\nexport default (input: { id: string }) => format(input.id);`;
  const inputSchema = { type: "object", properties: { zip: { type: "string" }, city: { type: "string" } } };
  const draft = { slug: "look-up", name: "Look up – 漢字", description: odd, source, inputSchema };
  const { id: lookUp } = await client.createFunction({ body: { ...draft, permissions } });
  const inCode = `export const config = { timeoutMs: 5000, description: "In code" };\nexport default () => 1;\n`;
  const { id: report } = await client.createFunction({ body: { slug: "report", source: inCode, memoryMb: 128 } });
  const desk = {
    kind: "mcp" as const,
    slug: "desk",
    instructions: "Ask politely.",
    unknownArguments: "ignore" as const,
  };
  const { id: tools } = await client.createRuntimeEndpoint({ body: desk });
  const { id: routes } = await client.createRuntimeEndpoint({ body: { kind: "http", slug: "api" } });
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const tool = { functionId: lookUp, toolName: "look_up", title: "Look up", scope: null, annotations };
  await client.createMcpBinding({ params: { endpointId: tools }, body: tool });
  const delivery = { idFrom: "header" as const, idName: "x-event", maxAttempts: 3 };
  const route = { functionId: report, method: "POST" as const, path: "/orders/{id}/ö", bodyProperty: "body", delivery };
  await client.createHttpBinding({ params: { endpointId: routes }, body: route });
  await client.createHttpBinding({
    params: { endpointId: routes },
    body: { functionId: lookUp, method: "GET", path: "/orders", etag: true },
  });
  await addCollection(client, lookUp, tools);
  await addPolicies(client, tools, routes);
  const nightly = { functionId: report, name: "Nightly", schedule: "30 2 * * *", timezone: "Europe/Berlin" };
  await client.createCronBinding({ body: { ...nightly, input: { z: 1, a: [odd] } } });
  await client.createCronBinding({ body: { ...nightly, schedule: "0 3 * * *", enabled: false } });
  await client.createCronBinding({
    body: { ...nightly, environment: "production", retry: { maxAttempts: 3, backoffMs: 5 }, pauseAfterFailures: 2 },
  });
}
