export { createPipelineRule } from "./create-pipeline-rule.ts";
export { createPipelineToken } from "./create-pipeline-token.ts";
export { deletePipelineRule } from "./delete-pipeline-rule.ts";
export { getPipelineRule, listPipelineRules } from "./reads.ts";
