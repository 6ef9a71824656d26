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
  "secret",
  "connection",
  "library",
  "key",
] as const;

/** The search of the console's command palette. */
export const searchOperations = {
  search: operation({
    method: "GET",
    path: "/api/search",
    summary: "Find things of the Project",
    description:
      "By name, Functions and tools by what is in them, deployments by number, executions by request id, runs by key.",
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
          /** Distinguishes results with the same name: a slug, an endpoint, a state; or the text around what was found in it. */
          detail: z.string(),
          /** For a binding or a key: its endpoint. */
          endpointId: z.string().nullable(),
        }),
      ),
    }),
  }),
};
