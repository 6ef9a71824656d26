import { z } from "zod";
import { endpointKinds, environments } from "../states.ts";
import { artifactFunction, artifactPrompt, artifactResource, artifactRoute, artifactTool } from "./artifact.ts";
import { policyState } from "./changes.ts";

/**
 * The deployed content of an endpoint in one environment, with its live policy. It contains only the names of secrets.
 * 404 `NOT_DEPLOYED` when nothing is deployed.
 */
export const endpointManifest = z.strictObject({
  endpointId: z.string(),
  projectId: z.string(),
  environment: z.enum(environments),
  kind: z.enum(endpointKinds),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  instructions: z.string(),
  status: z.enum(["active", "disabled"]),
  deploymentId: z.string(),
  /** The digest of the whole Project's artifact. */
  digest: z.string(),
  tools: z.array(artifactTool),
  routes: z.array(artifactRoute),
  /** Left out if there are none, as `prompts` are. */
  resources: z.array(artifactResource).optional(),
  prompts: z.array(artifactPrompt).optional(),
  /** The Functions of its bindings, with their schemas. */
  functions: z.array(artifactFunction),
  policy: policyState,
  secretNames: z.array(z.string()),
});
export type EndpointManifest = z.infer<typeof endpointManifest>;
