import { ComponentSchemas } from "@ferrule/contract/endpoint-openapi/component-schemas.ts";
import type { Offer } from "@ferrule/contract/endpoint-openapi/offer.ts";
import {
  errorAnswer,
  openapiDocument,
  type DocumentHead,
} from "@ferrule/contract/endpoint-openapi/openapi-document.ts";
import type { ArtifactTool, JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { DeployedOffers } from "./deployed-offers.ts";

const message: JsonSchema = { type: "object", required: ["jsonrpc"], properties: { jsonrpc: { const: "2.0" } } };
const id: JsonSchema = { type: ["string", "integer"] };

function callOf({ binding, held }: Offer<ArtifactTool>, schemas: ComponentSchemas): JsonSchema {
  return {
    title: binding.toolName,
    description: binding.description,
    type: "object",
    required: ["name"],
    properties: { name: { const: binding.toolName }, arguments: { $ref: schemas.input(held) } },
  };
}

const reading: JsonSchema = { type: "object", required: ["uri"], properties: { uri: { type: "string" } } };

const getting = (prompts: DeployedOffers["prompts"]): JsonSchema => ({
  type: "object",
  required: ["name"],
  properties: {
    name: { enum: prompts.map(({ binding }) => binding.name) },
    arguments: { type: "object", additionalProperties: { type: "string" } },
  },
});

/**
 * An MCP Endpoint as OpenAPI 3.1. It has a single POST, which takes a JSON-RPC 2.0 request; `tools/call` there lists
 * the arguments of each tool. It has no path for each tool, because nobody could call such a path.
 */
export function describeMcp(head: DocumentHead, path: string, { tools, resources, prompts }: DeployedOffers) {
  const schemas = new ComponentSchemas();
  const request = (methods: string[], params: JsonSchema): JsonSchema => ({
    type: "object",
    required: ["jsonrpc", "id", "method"],
    properties: { jsonrpc: { const: "2.0" }, id, method: { enum: methods }, params },
  });
  const calls = tools.map((tool) => callOf(tool, schemas));
  const requests = [
    request(
      [
        "initialize",
        "ping",
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
        "server/discover",
      ],
      { type: "object" },
    ),
    ...(resources.length === 0 ? [] : [request(["resources/read"], reading)]),
    ...(prompts.length === 0 ? [] : [request(["prompts/get"], getting(prompts))]),
    ...(calls.length === 0 ? [] : [request(["tools/call"], { oneOf: calls })]),
  ];
  const post = {
    operationId: "mcp",
    description: "Model Context Protocol over Streamable HTTP, stateless.",
    parameters: [
      {
        name: "accept",
        in: "header",
        required: false,
        schema: { type: "string", default: "application/json, text/event-stream" },
      },
    ],
    requestBody: { required: true, content: { "application/json": { schema: { oneOf: requests } } } },
    responses: {
      "200": {
        description: "The JSON-RPC response",
        content: { "application/json": { schema: message }, "text/event-stream": { schema: { type: "string" } } },
      },
      "202": { description: "A notification was taken" },
      default: errorAnswer,
    },
  };
  return openapiDocument(head, { [path]: { post } }, schemas.schemas);
}
