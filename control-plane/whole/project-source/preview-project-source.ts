// Why: docs/decisions/previews-undo-pushes.md
import type { Handlers } from "../../ground/handler/handler.ts";
import { holdDeployments } from "../../releases/deployments/queries/deployments.ts";
import { applySteps, Outdated } from "./apply-steps.ts";
import { describePush } from "./describe-push.ts";
import { movedOn, planSource } from "./plan/plan-source.ts";
import { rehearse } from "./queries.ts";
import { readBreaking } from "./read-breaking.ts";

/**
 * What a push would change. It is carried out and undone, so a preview finds what applying it finds. It changes nothing
 * itself, whatever the caller's role.
 */
export const previewProjectSource: Handlers["previewProjectSource"] = async ({ app, scope, body, actor }) => {
  const { plan, compare } = await rehearse(scope, async () => {
    await holdDeployments(scope);
    const plan = await planSource(app, scope, body);
    await applySteps(scope, plan.steps, { userId: actor.userId, isRehearsal: true }).catch((error: unknown) => {
      if (!(error instanceof Outdated)) throw error;
      throw movedOn("The Project was changed while it was compared with the source. Preview it again.", plan.base);
    });
    return { plan, compare: await readBreaking(app, scope) };
  });
  return describePush(plan, compare(), actor);
};
