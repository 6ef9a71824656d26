import type { ActiveArtifact } from "../activation/artifact-activation.ts";
import type { Deployed } from "./served-endpoint.ts";

/** The entry of an endpoint in the active artifact of its place. */
export function deployedAt(active: ActiveArtifact, endpointId: string, kind: "mcp" | "http"): Deployed {
  if (active.kind !== "compiled") return active;
  const endpoint = active.artifact.endpoints.get(endpointId);
  if (endpoint?.kind !== kind) return { kind: "nothing" };
  return { kind: "compiled", deploymentId: active.deploymentId, endpoint };
}
