import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { lockEndpoint } from "../runtime-endpoints/records.ts";
import { describePlan } from "./describe-plan.ts";
import { planManifest } from "./plan-manifest.ts";

/** Specification 4.7: what an import would change; changes nothing, whoever asks. */
export const previewManifest: Handler<Operations["previewManifest"]> = async ({ scope, params, body, actor }) => {
  const endpoint = found(await lockEndpoint(scope, params.endpointId));
  return describePlan(await planManifest(scope, endpoint, body.manifest), actor);
};
