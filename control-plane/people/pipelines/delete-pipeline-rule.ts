import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { lockPipelineRule, removePipelineRule } from "./queries.ts";

/** Ends a rule. The tokens that it gave end with it. */
export const deletePipelineRule: Handlers["deletePipelineRule"] = async ({ scope, params }) => {
  const { id, name } = found(await lockPipelineRule(scope, params.ruleId));
  await removePipelineRule(scope, id);
  return { answer: undefined, audit: { kind: "pipeline-rule", id, name } };
};
