import type { Prepare, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

const revisionOf = async ({ owner }: Site) => (await owner.client.getManagementServer({})).revision;

/** What an agent with a token of the owner has asked for: to create a Function that may use a host. */
async function ask(site: Site): Promise<{ confirmationId: string; digest: string }> {
  const { client } = site.owner;
  await client.updateManagementServer({ body: { enabled: true } });
  const { value } = await client.createToken({
    body: { name: fresh("agent"), role: "owner", projectId: site.projectId, scopes: ["write"] },
  });
  const permissions = { hosts: ["api.example.com"] };
  const { text } = await site.controlPlane.request("/mcp/ferrule", {
    method: "POST",
    headers: { authorization: `Bearer ${value}`, accept: "application/json, text/event-stream" },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "write_function",
        arguments: { function: fresh("fn"), source: "export default () => 1;", permissions },
      },
    },
  });
  const { confirm } = (
    JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? "") as {
      result: { structuredContent: { confirm: { link: string } } };
    }
  ).result.structuredContent;
  const confirmationId = confirm.link.split("/").at(-1) ?? "";
  const { digest } = await client.getConfirmation({ params: { confirmationId } });
  return { confirmationId, digest };
}

const toDecide: Prepare = async ({ site }) => {
  const { confirmationId, digest } = await ask(site);
  return { params: { confirmationId }, body: { decision: "decline", digest } };
};

export const managementServerRecipes = {
  getManagementServer: { prepare: async () => ({}) },
  updateManagementServer: {
    prepare: async ({ site }) => ({
      body: { enabled: true, confirmedBy: "anyone" },
      revision: await revisionOf(site),
    }),
  },
  getConfirmation: {
    belongsTo: "installation",
    prepare: async ({ site }) => ({ params: { confirmationId: (await ask(site)).confirmationId } }),
  },
  decideConfirmation: {
    belongsTo: "installation",
    prepare: toDecide,
    refusals: {
      INVALID_STATE: async ({ site }) => {
        const { confirmationId } = await ask(site);
        return { params: { confirmationId }, body: { decision: "confirm", digest: "0".repeat(64) } };
      },
    },
  },
} satisfies Partial<Recipes>;
