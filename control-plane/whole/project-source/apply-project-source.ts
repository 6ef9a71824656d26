import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { holdDeployments } from "../../releases/deployments/queries/deployments.ts";
import { isAllowed } from "../planning/step.ts";
import { applySteps, Outdated } from "./apply-steps.ts";
import { auditedPush } from "./audited-push.ts";
import { describePush } from "./describe-push.ts";
import { movedOn, planSource } from "./plan/plan-source.ts";
import { readBreaking } from "./read-breaking.ts";

const outdated = "The plan is not the one that was previewed: something has changed. Preview it again.";

/**
 * Pushes a source completely or not at all, in the pipeline's transaction with one audit event. Pushes to a Project queue.
 * 403 when the role does not allow every change; 409 INVALID_STATE with the present `digest` when the plan has changed
 * since the preview.
 */
export const applyProjectSource: Handlers["applyProjectSource"] = async ({ app, scope, body, actor }) => {
  await holdDeployments(scope);
  const plan = await planSource(app, scope, body);
  const denied = plan.steps.find((step) => !isAllowed(step, actor));
  if (denied) {
    throw new PublicError("FORBIDDEN", `Your role does not allow one of the changes: ${denied.kind} ${denied.name}.`);
  }
  if (plan.digest !== body.previewDigest) throw movedOn(outdated, plan.base);
  await applySteps(scope, plan.steps, { userId: actor.userId, isRehearsal: false }).catch((error: unknown) => {
    throw error instanceof Outdated ? movedOn(outdated, plan.base) : error;
  });
  const compare = await readBreaking(app, scope);
  return {
    answer: { ...describePush(plan, compare(), actor), appliedDigest: plan.appliedDigest },
    audit: {
      kind: "project",
      id: scope.projectId,
      name: null,
      changes: auditedPush(plan, body),
    },
  };
};
