import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { changingUris } from "../../serving/bindings/queries.ts";
import { lockEndpoint } from "../../serving/runtime-endpoints/queries.ts";
import { violates } from "../../ground/store/constraint.ts";
import { auditedStep } from "../planning/audited-step.ts";
import { isAllowed } from "../planning/step.ts";
import { describePlan } from "./describe-plan.ts";
import { planManifest } from "./plan-manifest.ts";

const constraints = [
  "functions_slug_taken",
  "libraries_name_taken",
  "libraries_import_taken",
  "data_collections_name_taken",
];
const outdated = () =>
  new PublicError(
    "INVALID_STATE",
    "The plan is not the one that was previewed: something has changed. Preview it again.",
  );

/**
 * Imports a manifest completely or not at all, in the pipeline's transaction with one audit event. 403 when the role
 * does not allow every change; 409 INVALID_STATE when the plan has changed since the preview.
 */
export const applyManifest: Handler<Operations["applyManifest"]> = async ({ scope, params, body, actor }) => {
  const endpoint = found(await lockEndpoint(scope, params.endpointId));
  const plan = await planManifest(scope, endpoint, body.manifest);
  const denied = plan.steps.find((step) => !isAllowed(step, actor));
  if (denied) {
    throw new PublicError("FORBIDDEN", `Your role does not allow one of the changes: ${denied.kind} ${denied.name}.`);
  }
  if (plan.digest !== body.previewDigest) throw outdated();
  try {
    await changingUris(scope, async () => {
      for (const step of plan.steps) await step.apply({ userId: actor.userId, isRehearsal: false });
    });
  } catch (error) {
    // Somebody has created one with the same name since the plan was made.
    if (constraints.some((constraint) => violates(error, constraint))) throw outdated();
    throw error;
  }
  return {
    answer: describePlan(plan, actor),
    audit: {
      kind: "runtime-endpoint",
      id: endpoint.id,
      name: endpoint.slug,
      changes: { digest: plan.digest, changes: plan.steps.map(auditedStep) },
    },
  };
};
