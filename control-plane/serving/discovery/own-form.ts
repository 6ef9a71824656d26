import { listedInput } from "@ferrule/contract/mcp/listed-input.ts";
import { listedOutput } from "@ferrule/contract/mcp/listed-output.ts";
import type { RouteList, ToolList } from "@ferrule/contract/resources/discovery.ts";
import type { DeployedOffers } from "./deployed-offers.ts";
import { listedOffers } from "./own-offers.ts";

function listedTool(
  { binding, held }: DeployedOffers["tools"][number],
  approved: ReadonlySet<string>,
): ToolList["tools"][number] {
  // While a run has not ended, its call has no structured content, which a schema would promise.
  const mayBeRun = held.run === "durable" || approved.has("*") || approved.has(binding.toolName);
  const outputSchema = mayBeRun ? null : listedOutput(held.outputSchema).schema;
  return {
    name: binding.toolName,
    ...(binding.title === null ? {} : { title: binding.title }),
    description: binding.description,
    inputSchema: listedInput(held.inputSchema),
    ...(outputSchema === null ? {} : { outputSchema }),
    ...(Object.keys(binding.annotations).length === 0 ? {} : { annotations: binding.annotations }),
    ...(binding.icons && { icons: binding.icons }),
  };
}

/**
 * The results of `tools/list` and of the other lists, as clients of MCP 2025-11-25 get them.
 * @param approved The names in the policy's approval rules; `*`: every tool
 */
export const toolListOf = ({ tools, ...others }: DeployedOffers, approved: readonly string[]): ToolList => {
  const names = new Set(approved);
  return { tools: tools.map((tool) => listedTool(tool, names)), ...listedOffers(others) };
};

export const routeListOf = ({ routes }: DeployedOffers): RouteList => ({
  routes: routes.map(({ binding, held }) => ({
    method: binding.method,
    path: binding.path,
    description: binding.description,
    inputSchema: held.inputSchema,
    outputSchema: held.outputSchema,
    successStatus: binding.successStatus,
    bodyType: binding.bodyType ?? "json",
    bodyProperty: binding.bodyProperty ?? null,
    idempotency: binding.idempotency ?? "off",
    etag: binding.etag === true,
    answersAtOnce: binding.delivery !== undefined,
  })),
});
