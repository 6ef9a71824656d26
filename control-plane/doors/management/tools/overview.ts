import { z } from "zod";
import { untrusted } from "../answers/untrusted.ts";
import { tool } from "./tool.ts";

const named = z.looseObject({ slug: z.string() });

/** What is in the Project, and what stands out. */
export const overview = tool({
  name: "overview",
  title: "What is here",
  description:
    "Start here. Lists the Project's Functions, endpoints, deployments, and the secrets that are missing. Pages by cursor.",
  scope: "read",
  hints: { readOnlyHint: true },
  input: z.strictObject({
    cursor: z.string().max(1_000).optional().describe("The next page of Functions: next_cursor of the answer before."),
  }),
  output: {
    functions: z.array(named),
    endpoints: z.array(named),
    environments: z.array(z.looseObject({ name: z.string() })),
    missing_secrets: z.array(z.string()),
    may: z.array(z.string()),
    next_cursor: z.string().nullable(),
  },
  run: async ({ client, server }, { cursor }) => {
    const [functions, endpoints, environments, missing, deployments] = await Promise.all([
      client.listFunctions({ query: { limit: 30, cursor, sort: "name" } }),
      client.listRuntimeEndpoints({ query: { limit: 30, sort: "name" } }),
      client.listEnvironments({}),
      client.listMissingSecrets({ query: { environment: "development" } }),
      client.listDeployments({ query: { limit: 3 } }),
    ]);
    const isEmpty = functions.items.length === 0 && cursor === undefined;
    return {
      functions: functions.items.map(({ slug, status, revision, served, run }) => ({
        slug,
        status,
        revision,
        ...served,
        ...(run === "call" ? {} : { run }),
      })),
      endpoints: endpoints.items.map(({ slug, kind, status, urls, policy }) => ({
        slug,
        kind,
        ...(status === "active" ? {} : { status }),
        url: urls.development,
        callers: policy.development.mode,
      })),
      environments: environments.items.map(({ name, activeDeploymentId }) => ({
        name,
        deployment: activeDeploymentId,
      })),
      deployments: deployments.items.map(({ id, number, target, kind, status }) => ({
        id,
        number,
        target,
        kind,
        status,
      })),
      missing_secrets: missing.items.map(({ name }) => name),
      may: server.scopes,
      next_cursor: functions.nextCursor,
      ...untrusted({
        descriptions: Object.fromEntries(
          functions.items.flatMap(({ slug, description }) =>
            description === "" ? [] : [[slug, description.slice(0, 120)] as const],
          ),
        ),
      }),
      next: isEmpty
        ? "The Project is empty. search_docs tells how a Function is written; write_function makes one."
        : "read_function shows one of them; executions shows what ran; plan shows what a deployment would change.",
    };
  },
});
