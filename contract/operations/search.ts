import { z } from "zod";
import { operation } from "./operation.ts";
import { text } from "../resources/fields.ts";

export const searchKinds = [
  "function",
  "endpoint",
  "tool",
  "route",
  "deployment",
  "execution",
  "cron",
  "collection",
] as const;

/** The search of the console's command palette. */
export const searchOperations = {
  search: operation({
    method: "GET",
    path: "/api/search",
    summary:
      "Find Functions, endpoints, tools, routes, crons and data collections by name, deployments by number, executions by request id",
    tag: "Search",
    scope: "project",
    roles: "any",
    query: z.strictObject({ q: text(200).refine((value) => value.trim() !== "", "must not be blank") }),
    response: z.object({
      /** The best first, at most 20. */
      items: z.array(
        z.object({
          kind: z.enum(searchKinds),
          id: z.string(),
          name: z.string(),
          /** Distinguishes it from others with the same name: a slug, its endpoint, a state. */
          detail: z.string(),
          /** Of a tool or route: its endpoint. */
          endpointId: z.string().nullable(),
        }),
      ),
    }),
  }),
};
