import type { Handlers } from "../../ground/handler/handler.ts";
import { newestPage } from "../../ground/handler/list-page.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findPipelineRule, listPipelineRuleRows, toPipelineRule } from "./queries.ts";

/** The Project's rules for pipelines, newest first. */
export const listPipelineRules: Handlers["listPipelineRules"] = ({ scope, query }) =>
  newestPage(
    query,
    `pipeline-rules:${scope.projectId}`,
    (...page) => listPipelineRuleRows(scope, ...page),
    (rows) => rows.map(toPipelineRule),
  );

export const getPipelineRule: Handlers["getPipelineRule"] = async ({ scope, params }) =>
  toPipelineRule(found(await findPipelineRule(scope, params.ruleId)));
