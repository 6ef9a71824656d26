import { z } from "zod";
import { endpointKinds, environments } from "../states.ts";
import { artifactFunction, artifactRoute, artifactTool } from "./artifact.ts";
import { policyState } from "./changes.ts";

/**
 * What one environment serves of
 * an endpoint, with the policy that is live there. Secrets by name only. 404 `NOT_DEPLOYED` where nothing is served.
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
  /** Of the whole Project's artifact. */
  digest: z.string(),
  tools: z.array(artifactTool),
  routes: z.array(artifactRoute),
  /** Those that a tool or route is bound to, with their schemas. */
  functions: z.array(artifactFunction),
  policy: policyState,
  secretNames: z.array(z.string()),
});
export type EndpointManifest = z.infer<typeof endpointManifest>;
