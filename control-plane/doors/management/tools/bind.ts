import { z } from "zod";
import { toolAnnotations } from "@ferrule/contract/resources/binding.ts";
import { httpMethods } from "@ferrule/contract/states.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { RuntimeEndpoint } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { untrusted } from "../answers/untrusted.ts";
import { endpointSlug, findEndpointBySlug, functionNamed, functionSlug } from "./named.ts";
import { tool, type ToolScene } from "./tool.ts";

const input = z.strictObject({
  function: functionSlug,
  endpoint: endpointSlug,
  kind: z.enum(["mcp", "http"]).default("mcp").describe("Of an endpoint that does not exist yet."),
  tool: z.string().max(128).optional().describe("MCP: the tool's name, such as orders_find."),
  method: z.enum(httpMethods).optional().describe("HTTP."),
  path: z.string().max(300).optional().describe("HTTP: such as /orders/{orderId}."),
  description: z
    .string()
    .max(4_000)
    .default("")
    .describe("What a model reads to choose the tool. Empty: the Function's own."),
  annotations: toolAnnotations.optional().describe("MCP: hints such as readOnlyHint."),
});
type Input = z.output<typeof input>;

async function endpointFor({ client }: ToolScene, { endpoint: slug, kind }: Input): Promise<RuntimeEndpoint> {
  return (await findEndpointBySlug(client, slug)) ?? client.createRuntimeEndpoint({ body: { kind, slug } });
}

async function bindTool({ client }: ToolScene, endpointId: string, functionId: string, given: Input) {
  const { tool: toolName, description, annotations } = given;
  if (toolName === undefined) throw new PublicError("VALIDATION_ERROR", "Give the tool's name: tool.");
  const params = { endpointId };
  const { items } = await client.listMcpBindings({ params, query: { limit: 200, q: toolName } });
  const known = items.find((one) => one.kind === "tool" && one.toolName === toolName);
  const body = { functionId, description, ...(annotations ? { annotations } : {}) };
  if (known === undefined) return client.createMcpBinding({ params, body: { ...body, toolName } });
  const headers = { "if-match": `"${known.revision}"` };
  return client.updateMcpBinding({ params: { endpointId, bindingId: known.id }, body, headers });
}

async function bindRoute({ client }: ToolScene, endpointId: string, functionId: string, given: Input) {
  const { method, path, description } = given;
  if (method === undefined || path === undefined) throw new PublicError("VALIDATION_ERROR", "Give method and path.");
  const params = { endpointId };
  const { items } = await client.listHttpBindings({ params, query: { limit: 200, q: path } });
  const known = items.find((one) => one.method === method && one.path === path);
  const body = { functionId, description };
  if (known === undefined) return client.createHttpBinding({ params, body: { ...body, method, path } });
  const headers = { "if-match": `"${known.revision}"` };
  return client.updateHttpBinding({ params: { endpointId, bindingId: known.id }, body, headers });
}

/** Offers a Function on an endpoint; makes the endpoint if there is none. */
export const bind = tool({
  name: "bind",
  title: "Offer a Function",
  description:
    "Offers a Function as an MCP tool (tool) or an HTTP route (method, path) on an endpoint, which it creates if needed. Bound again, the binding changes. Live after deploy.",
  scope: "write",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input,
  output: { endpoint: z.string(), url: z.string(), binding: z.string(), revision: z.int() },
  run: async (scene, given) => {
    const { id: functionId } = await functionNamed(scene.client, given.function);
    const endpoint = await endpointFor(scene, given);
    const bound = await (endpoint.kind === "mcp" ? bindTool : bindRoute)(scene, endpoint.id, functionId, given);
    return {
      endpoint: endpoint.slug,
      url: endpoint.urls.development,
      callers: endpoint.policy.development.mode,
      binding: bound.id,
      revision: bound.revision,
      ...("warnings" in bound && bound.warnings.length > 0 ? untrusted({ warnings: bound.warnings }) : {}),
      next: "set_policy says who may call it; deploy makes it live in Development.",
    };
  },
});
