export { installTemplateOntoEndpoint } from "./install-template-onto-endpoint.ts";
export { installTemplate } from "./install-template.ts";
export { listTemplates } from "./list-templates.ts";
