import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { isNoHigher } from "../../ground/handler/lower-role.ts";
import { found } from "../../ground/handler/not-found.ts";
import { violates } from "../../ground/store/constraint.ts";
import { findPipelineRule, insertPipelineRule, toPipelineRule } from "./queries.ts";

const taken = (cause: unknown) =>
  new PublicError("CONFLICT", "The Project has a rule of this name already.", { details: { fields: ["name"] }, cause });

/** Lets pipelines with certain claims act for the caller, with a role no higher than their own. */
export const createPipelineRule: Handlers["createPipelineRule"] = async ({ app, scope, actor, body }) => {
  if (!isNoHigher(body.role, actor.role)) {
    throw new PublicError("FORBIDDEN", "A pipeline's role may not be higher than your own.");
  }
  const { audience = app.settings.publicUrl, ...rule } = body;
  const id = await insertPipelineRule(scope, { ...rule, audience, userId: actor.userId }).catch((error: unknown) => {
    throw violates(error, "pipeline_rules_name_taken") ? taken(error) : error;
  });
  const answer = toPipelineRule(found(await findPipelineRule(scope, id)));
  const { name, issuer, claims, role } = answer;
  return {
    answer,
    audit: { kind: "pipeline-rule", id, name, changes: { issuer, audience: answer.audience, claims, role } },
  };
};
