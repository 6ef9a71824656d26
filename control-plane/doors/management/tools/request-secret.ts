import { z } from "zod";
import { secretName } from "@ferrule/contract/resources/secret.ts";
import { tool } from "./tool.ts";

/** Whether a secret is there; if not, the page where a person enters it. */
export const requestSecret = tool({
  name: "request_secret",
  title: "Ask a person for a secret",
  description:
    "Says whether a secret is there. If not, answers a link where a person enters its value. You never see or send the value. A Function also declares the secret in its permissions.",
  scope: "write",
  hints: { readOnlyHint: true },
  input: z.strictObject({
    name: secretName.describe("Such as SHOP_API_KEY."),
    environment: z.enum(["development", "production"]).default("development"),
  }),
  output: { name: z.string(), present: z.boolean(), link: z.string() },
  run: async ({ client, publicUrl, server }, { name, environment }) => {
    const { items } = await client.listSecrets({ query: { names: name, environment, limit: 1 } });
    if (items.length > 0) return { name, environment, present: true };
    const search = new URLSearchParams({ name, environment }).toString();
    return {
      name,
      environment,
      present: false,
      link: `${publicUrl}/secret-request/${server.projectId}?${search}`,
      next: "Show the link to the person you work for. Once they have entered it, ask again.",
    };
  },
});
