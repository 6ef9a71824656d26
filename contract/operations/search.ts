import { z } from "zod";
import { operation } from "./operation.ts";
import { text } from "../resources/fields.ts";

export const searchKinds = [
  "function",
  "endpoint",
  "tool",
  "resource",
  "prompt",
  "route",
  "deployment",
  "execution",
  "cron",
  "collection",
  "run",
] as const;

/** The search of the console's command palette. */
export const searchOperations = {
  search: operation({
    method: "GET",
    path: "/api/search",
    summary:
      "Find Functions, endpoints, tools, resources, prompts, routes, crons and data collections by name, deployments by number, executions by request id, runs by key",
    tag: "Search",
    scope: "project",
    roles: "any",
    query: z.strictObject({ q: text(200).refine((value) => value.trim() !== "", "must not be blank") }),
    response: z.object({
      /** At most 20, best first. */
      items: z.array(
        z.object({
          kind: z.enum(searchKinds),
          id: z.string(),
          name: z.string(),
          /** Distinguishes results with the same name: a slug, an endpoint, a state. */
          detail: z.string(),
          /** For a binding: its endpoint. */
          endpointId: z.string().nullable(),
        }),
      ),
    }),
  }),
};
