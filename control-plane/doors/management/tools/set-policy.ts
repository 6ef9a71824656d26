import { z } from "zod";
import { untrusted } from "../answers/untrusted.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { endpointNamed, endpointSlug } from "./named.ts";
import { tool } from "./tool.ts";

const change = z
  .looseObject({
    caller: z.looseObject({ mode: z.enum(["none", "api-key", "jwt", "oauth", "signature"]) }),
    permissions: z.union([z.literal("*"), z.looseObject({})]),
    allowedOrigins: z.array(z.string()),
    allowedAddresses: z.array(z.string()),
    limits: z.looseObject({}),
    approvals: z.array(z.looseObject({})),
  })
  .partial();

/** Shows or changes who may call an endpoint, and what its Functions may use there. */
export const setPolicy = tool({
  name: "set_policy",
  title: "Read or change a policy",
  description:
    'Who may call an endpoint, and what its Functions may use: caller, permissions ({secrets, hosts, …} or "*"), limits, approvals. Without change it shows the policy and its revision. Live at once. More rights than before, and every change in Production, need a person.',
  scope: "write",
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  input: z.strictObject({
    endpoint: endpointSlug,
    environment: z.enum(["development", "production"]).default("development"),
    change: change.optional().describe("The members to replace; others stay."),
    revision: z.int().optional().describe("Of the policy that you saw. Needed with change."),
  }),
  output: { endpoint: z.string(), environment: z.string(), revision: z.int(), policy: z.looseObject({}) },
  run: async ({ client }, { endpoint: slug, environment, change: given, revision }) => {
    const endpoint = await endpointNamed(client, slug);
    const params = { endpointId: endpoint.id };
    const { items } = await client.listEndpointAuthPolicies({ params });
    const before = items.find((one) => one.environment === environment);
    if (before === undefined) throw new PublicError("NOT_FOUND");
    if (given !== undefined && revision === undefined)
      throw new PublicError("VALIDATION_ERROR", `Send revision ${before.revision} to change this policy.`);
    const { caller, permissions, allowedOrigins, allowedAddresses, limits, approvals } = before;
    const body = { environment, caller, permissions, allowedOrigins, allowedAddresses, limits, approvals, ...given };
    const headers = { "if-match": `"${revision}"` };
    // The pipeline checks what the schema of the tool leaves open, and names each problem.
    const after =
      given === undefined ? before : await client.replaceAuthPolicy({ params, body: body as never, headers });
    return {
      endpoint: slug,
      environment,
      revision: after.revision,
      policy: {
        caller: { mode: after.caller.mode },
        permissions: after.permissions,
        allowedOrigins: after.allowedOrigins,
        allowedAddresses: after.allowedAddresses,
        limits: after.limits,
      },
      ...untrusted({
        caller: after.caller,
        approvals: after.approvals,
        ...("warnings" in after ? { warnings: after.warnings } : {}),
      }),
      next: given === undefined ? "Send change with this revision to change it." : "It is live.",
    };
  },
});
