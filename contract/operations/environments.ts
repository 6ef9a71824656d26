import { z } from "zod";
import { operation } from "./operation.ts";
import { environment, id } from "../resources/fields.ts";

/** The two environments of the active Project. */
export const environmentOperations = {
  listEnvironments: operation({
    method: "GET",
    path: "/api/environments",
    summary: "What each environment serves",
    tag: "Environments",
    scope: "project",
    roles: "any",
    response: z.object({
      items: z.array(
        z.object({
          name: environment,
          activeDeploymentId: id("dep").nullable(),
          pinned: z.boolean(),
          urls: z.object({ mcp: z.string(), http: z.string() }),
        }),
      ),
    }),
  }),
};
