import { z } from "zod";
import { untrusted } from "../answers/untrusted.ts";
import { tool } from "./tool.ts";

/** Finds things of the Project by their names. */
export const search = tool({
  name: "search",
  title: "Search the Project",
  description:
    "Finds Functions, endpoints, tools, routes, crons, collections, deployments and executions by part of a name, a number or an id. At most 20.",
  scope: "read",
  hints: { readOnlyHint: true },
  input: z.strictObject({ query: z.string().min(1).max(200) }),
  output: { found: z.int() },
  run: async ({ client }, { query }) => {
    const { items } = await client.search({ query: { q: query } });
    return {
      found: items.length,
      ...untrusted({ items: items.map(({ kind, id, name, detail }) => ({ kind, id, name, detail })) }),
      next: items.length === 0 ? "Try a shorter part of the name, or overview." : undefined,
    };
  },
});
