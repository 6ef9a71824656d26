import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { findPipelineRule, listPipelineRuleRows, toPipelineRule } from "./queries.ts";

/** The Project's rules for pipelines, newest first. */
export const listPipelineRules: Handlers["listPipelineRules"] = async ({ scope, query: { limit, cursor } }) => {
  const list = `pipeline-rules:${scope.projectId}`;
  const rows = await listPipelineRuleRows(scope, limit, decodeCursor(cursor, list)?.[0]);
  const page = toPage(rows, limit, list, ({ id }) => [id]);
  return { ...page, items: page.items.map(toPipelineRule) };
};

export const getPipelineRule: Handlers["getPipelineRule"] = async ({ scope, params }) =>
  toPipelineRule(found(await findPipelineRule(scope, params.ruleId)));
