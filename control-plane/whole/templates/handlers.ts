import type { Handlers } from "../../ground/handler/handler.ts";
import { installTemplateOntoEndpoint } from "./install-template-onto-endpoint.ts";
import { installTemplate } from "./install-template.ts";
import { listTemplates } from "./list-templates.ts";

export const templateHandlers = {
  listTemplates,
  installTemplate,
  installTemplateOntoEndpoint,
} satisfies Partial<Handlers>;
