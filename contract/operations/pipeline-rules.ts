import { z } from "zod";
import { operation } from "./operation.ts";
import { listOf, page } from "../resources/fields.ts";
import { newPipelineRule, newPipelineToken, pipelineRule, pipelineToken } from "../resources/pipeline-rule.ts";

const shared = { tag: "Pipelines", scope: "project", whenManaged: "allowed", tokens: false } as const;
const keepers = ["owner", "admin"] as const;

/** Pipelines that authenticate with an ID token of their forge, and get a short-lived API token for it. */
export const pipelineRuleOperations = {
  listPipelineRules: operation({
    ...shared,
    method: "GET",
    path: "/api/pipeline-rules",
    summary: "List the rules by which pipelines get tokens",
    roles: keepers,
    query: z.strictObject(page),
    response: listOf(pipelineRule),
  }),
  createPipelineRule: operation({
    ...shared,
    method: "POST",
    path: "/api/pipeline-rules",
    summary: "Let pipelines with these claims act in the Project",
    roles: keepers,
    body: newPipelineRule,
    response: pipelineRule,
    status: 201,
    errors: ["CONFLICT"],
    audit: "pipeline-rule.create",
    idempotent: true,
  }),
  getPipelineRule: operation({
    ...shared,
    method: "GET",
    path: "/api/pipeline-rules/:ruleId",
    summary: "Get a rule",
    roles: keepers,
    response: pipelineRule,
  }),
  deletePipelineRule: operation({
    ...shared,
    method: "DELETE",
    path: "/api/pipeline-rules/:ruleId",
    summary: "End a rule and every token that it gave",
    roles: keepers,
    response: null,
    audit: "pipeline-rule.delete",
  }),
  createPipelineToken: operation({
    method: "POST",
    path: "/api/pipeline-tokens",
    summary: "Exchange a pipeline's ID token for a short API token",
    tag: "Pipelines",
    scope: "installation",
    roles: "public",
    body: newPipelineToken,
    response: pipelineToken,
    errors: ["INVALID_CREDENTIALS", "FORBIDDEN", "UNAVAILABLE"],
    audit: "pipeline-token.create",
    transaction: "handler",
  }),
};
