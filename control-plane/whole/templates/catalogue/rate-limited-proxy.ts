import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";
import { hostOf, webAddress } from "./web-address.ts";

export const rateLimitedProxy = defineTemplate({
  id: "rate-limited-proxy",
  name: "Rate-limited proxy",
  summary:
    "Reads from an API on behalf of callers, with a limit per minute for each caller, and caches the answers for a while.",
  category: "Integration",
  scope: "both",
  parameters: z.strictObject({
    baseUrl: webAddress.default("https://api.example.com").describe("The API's address; nothing beside it is reached."),
    callsPerMinute: z
      .int()
      .min(1)
      .max(10_000)
      .default(30)
      .describe("How many requests a minute go to the API for one caller."),
    rememberedSeconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(60)
      .describe("How long an answer is cached for all callers of the tenant."),
  }),
  contents: ({ baseUrl, callsPerMinute, rememberedSeconds }) => ({
    endpoint: { kind: "http", slug: "proxy", name: "Proxy" },
    functions: [
      {
        slug: "read-through-proxy",
        name: "Read through the proxy",
        file: "read-through-proxy.ts",
        constants: { baseUrl, callsPerMinute, rememberedSeconds },
        permissions: { ...noPermissions, hosts: [hostOf(baseUrl)], cache: true },
        tool: {
          toolName: "read_through_proxy",
          description: `Reads from ${new URL(baseUrl).host}, at most ${callsPerMinute} times a minute.`,
          annotations: { readOnlyHint: true, openWorldHint: true },
        },
        route: { method: "POST", path: "/read", successStatus: 200 },
      },
    ],
  }),
});
