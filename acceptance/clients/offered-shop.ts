import type { Client } from "@ferrule/contract/client.ts";
import { createEndpoint, createFunction, deploy, issueKey } from "../deploy.ts";

const order = `
import { FunctionError, type Complete } from "ferrule";
/** Reads an order of the shop. */
export default function order({ id }: { id: string }) {
  if (id === "404") throw new FunctionError("NOT_FOUND", "There is no such order.");
  return "Order " + id + " is on its way.";
}
export const complete: Complete = ({ value }) => ["A-1", "A-2", "B-1"].filter((id) => id.startsWith(value));
`;
const refund = `
import type { McpContext } from "ferrule";
/** Pays an order back, after a person has agreed. */
export default async function refund({ id }: { id: string }, ctx: McpContext) {
  const answer = await ctx.mcp.elicit({
    message: "Refund order " + id + "?",
    name: "amount",
    schema: { type: "object", properties: { euros: { type: "integer", minimum: 1, maximum: 100 } }, required: ["euros"] },
  });
  return answer.action === "accept" ? "Refunded " + answer.content.euros + " euros of " + id : "Not refunded: " + answer.action;
}
`;
const skill = "---\nname: refunds\ndescription: Pays money back.\n---\n\n# Refunds\n";

/** A deployed endpoint with a tool, a tool that asks, resources, a template, a skill and prompts. */
export async function offerShop(client: Client): Promise<{ url: string; key: string }> {
  const { id: endpointId, urls } = await createEndpoint(client, "mcp", "shop");
  const offer = (body: Parameters<Client["createMcpBinding"]>[0]["body"]) =>
    client.createMcpBinding({ params: { endpointId }, body });
  const [orderId, refundId] = [
    await createFunction(client, "order", order),
    await createFunction(client, "refund", refund),
  ];
  await offer({ toolName: "get_order", functionId: orderId });
  await offer({ toolName: "refund", functionId: refundId });
  const handbook = { toolName: "handbook", uri: "docs://handbook", content: { text: "# The handbook of the shop" } };
  await offer({ kind: "resource", mimeType: "text/markdown", ...handbook });
  await offer({ kind: "resource", toolName: "order", uri: "orders://{id}", functionId: orderId });
  const skills = { toolName: "refunds", uri: "skill://refunds/SKILL.md", content: { text: skill } };
  await offer({ kind: "resource", mimeType: "text/markdown", description: "Pays money back.", ...skills });
  await offer({
    kind: "prompt",
    toolName: "greet",
    description: "Greets somebody.",
    arguments: [{ name: "who", required: true, values: ["Ada", "Bola"] }],
    messages: [{ role: "user", text: "Greet {{who}} kindly." }],
  });
  const key = await issueKey(client, endpointId);
  await deploy(client);
  return { url: urls.development, key };
}
