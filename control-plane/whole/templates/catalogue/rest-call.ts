import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { secretName } from "@ferrule/contract/resources/secret.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";
import { hostOf, webAddress } from "./web-address.ts";

export const restCall = defineTemplate({
  id: "rest-call",
  name: "Call a REST API",
  summary: "Reads from a REST API, as a tool or a route. The API's token is a secret.",
  category: "Integration",
  scope: "both",
  parameters: z.strictObject({
    baseUrl: webAddress.default("https://api.example.com").describe("The API's address; nothing beside it is reached."),
    secretName: secretName.default("API_TOKEN").describe("The secret that holds the token."),
  }),
  contents: ({ baseUrl, secretName }) => ({
    endpoint: { kind: "mcp", slug: "rest-api", name: "REST API" },
    functions: [
      {
        slug: "call-rest-api",
        name: "Call a REST API",
        file: "call-rest-api.ts",
        constants: { baseUrl, secretName },
        permissions: { ...noPermissions, secrets: [secretName], hosts: [hostOf(baseUrl)] },
        tool: {
          toolName: "call_rest_api",
          description: `Reads from the REST API at ${new URL(baseUrl).host}.`,
          annotations: { readOnlyHint: true, openWorldHint: true },
        },
        route: { method: "POST", path: "/call", successStatus: 200 },
      },
    ],
  }),
});
