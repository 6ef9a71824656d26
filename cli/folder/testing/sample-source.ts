import {
  projectSource,
  type GivenProjectSource,
  type ProjectSource,
} from "@ferrule/contract/resources/project-source.ts";

const policy = { caller: { mode: "none" as const } };
const handler = "export default function run() {\n  return 1;\n}\n";

/** One Function with its settings in its config, and one with its settings beside it. */
const functions: GivenProjectSource["functions"] = [
  {
    slug: "close-order",
    name: "Close an order",
    source: handler,
    tests:
      'import { call, expect, test } from "ferrule/test";\n\ntest("runs", async () => {\n  expect((await call({ id: "1" })).output).toBe(1);\n});\n',
    timeoutMs: 2_000,
    permissions: { secrets: ["ORDERS_TOKEN"], hosts: ["orders.example.com"] },
    inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
  },
  {
    slug: "look-up",
    name: "look-up",
    memoryMb: 128,
    permissions: { collections: [{ name: "orders", access: "read" }] },
    source: `import type { Config } from "ferrule";\n\nexport const config = { memoryMb: 128, permissions: { collections: [{ name: "orders", access: "read" }] } } satisfies Config;\n\n${handler}`,
  },
];

const whole: GivenProjectSource = {
  apiVersion: "ferrule/v1",
  functions,
  libraries: [
    { kind: "npm", name: "dayjs", package: "dayjs", version: "1.11.10" },
    { kind: "source", name: "money", version: "3", source: "export const cents = (x: number) => x * 100;\n" },
    { kind: "npm", name: "money-of-npm", package: "@acme/money", version: "2.0.0" },
  ],
  collections: [
    {
      name: "orders",
      description: "Orders.\nAs they come in.",
      schema: { type: "object", properties: { id: { type: "string" }, total: { type: "number" } }, required: ["id"] },
      uniqueKeys: [["id"]],
      indexes: ["total"],
      ttlSeconds: 3_600,
      grants: [
        { environment: "development", access: "read", function: "look-up" },
        { environment: "production", access: "read-write", endpoint: "support" },
      ],
    },
  ],
  endpoints: [
    {
      kind: "http",
      slug: "api",
      name: "Orders",
      bindings: [
        { kind: "http", method: "GET", path: "/orders/{orderId}", function: "look-up" },
        { kind: "http", method: "POST", path: "/orders/{orderId}/close", function: "close-order", successStatus: 202 },
      ],
      policies: {
        development: policy,
        production: { caller: { mode: "api-key" }, allowedOrigins: ["https://a.example"] },
      },
    },
    {
      kind: "mcp",
      slug: "support",
      name: "support",
      instructions: "Look up first.\nThen close.\n",
      limits: { requestsPerMinute: 60 },
      bindings: [
        { kind: "mcp", toolName: "close_order", function: "close-order", annotations: { destructiveHint: true } },
        { kind: "mcp", toolName: "true", function: "look-up" },
      ],
      policies: { development: policy, production: { caller: { mode: "api-key" } } },
    },
  ] as GivenProjectSource["endpoints"],
  crons: [
    { name: "Nightly", environment: "development", function: "close-order", schedule: "0 3 * * *" },
    { name: "Nightly", environment: "production", function: "close-order", schedule: "0 3 * * *", input: { id: "1" } },
    {
      name: "Nightly",
      environment: "production",
      function: "look-up",
      schedule: "0 4 * * *",
      timezone: "Europe/Berlin",
    },
    { name: "__proto__", environment: "production", function: "look-up", schedule: "0 5 * * *" },
  ],
  connections: [{ name: "shop", environments: ["development"] }],
  secrets: [{ name: "ORDERS_TOKEN", environments: ["development", "production"] }],
};

/** A Project with something of every kind, as an export has it. */
export const sampleSource = (over: Partial<GivenProjectSource> = {}): ProjectSource =>
  projectSource.parse({ ...whole, ...over });
