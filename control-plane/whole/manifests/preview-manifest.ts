import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { lockEndpoint } from "../../serving/runtime-endpoints/queries.ts";
import { describePlan } from "./describe-plan.ts";
import { planManifest } from "./plan-manifest.ts";

/** Shows what an import would change. It changes nothing itself, whatever the caller's role. */
export const previewManifest: Handler<Operations["previewManifest"]> = async ({ scope, params, body, actor }) => {
  const endpoint = found(await lockEndpoint(scope, params.endpointId));
  return describePlan(await planManifest(scope, endpoint, body.manifest), actor);
};
