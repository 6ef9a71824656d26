import { z } from "zod";
import { compatibility } from "./resources/data-collection.ts";
import { environments } from "./states.ts";

const binding = z.object({
  kind: z.enum(["mcp", "http", "cron"]),
  id: z.string(),
  endpointId: z.string().nullable(),
  name: z.string(),
});
const deployment = z.object({
  environment: z.enum(environments),
  projectDeploymentId: z.string(),
  number: z.number().int(),
});

/** The details of errors, beside their sentence. Each code has some of these fields; none has all. */
export const errorDetails = z
  .object({
    /** VALIDATION_ERROR: each place that is wrong. */
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
    /** REVISION_CONFLICT: the current revision. */
    revision: z.number().int(),
    /** CONFLICT: the fields whose values are taken. */
    fields: z.array(z.string()),
    /** INVALID_STATE: secrets and connections that a release needs but Production lacks. */
    missingSecrets: z.array(z.string()),
    /** INVALID_STATE of a push: the present digest of the Project's source. */
    digest: z.string(),
    /** IN_USE: the bindings of the Function, and the deployments that call it. */
    bindings: z.array(binding),
    deployments: z.array(deployment),
    /** IN_USE: the Functions that declare the secret. */
    functions: z.array(z.string()),
    /** IN_USE: the HTTP APIs whose policies verify signatures with the secret. */
    endpoints: z.array(z.string()),
    /** IN_USE: the importers of the Library. */
    usedBy: z.array(z.string()),
    /** INCOMPATIBLE_SCHEMA, CONFLICT: the number of records that do not fit. */
    compatibility,
    /** INVALID_STATE: a record that cannot be indexed, and the field. */
    recordId: z.string(),
    path: z.string(),
    /** The line of an import, 1-based. */
    line: z.number().int(),
  })
  .partial()
  .catchall(z.unknown());
