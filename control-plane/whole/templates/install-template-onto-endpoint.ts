import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { lockEndpoint } from "../../serving/runtime-endpoints/queries.ts";
import { auditedInstallation } from "./audited-installation.ts";
import { findTemplate } from "./catalogue.ts";
import { installFunctions } from "./install-functions.ts";
import { parseParameters } from "./parse-parameters.ts";
import { requireRightsOf } from "./rights-of-template.ts";

/** Installs a template on an endpoint, completely or not at all. */
export const installTemplateOntoEndpoint: Handlers["installTemplateOntoEndpoint"] = async (context) => {
  const { app, scope, params, body, actor } = context;
  const endpoint = found(await lockEndpoint(scope, params.endpointId));
  const template = found(findTemplate(params.templateId));
  const contents = parseParameters(template, body.parameters);
  if (template.scope === "project") {
    throw new PublicError("INVALID_STATE", "This template is installed into a Project only.");
  }
  requireRightsOf(contents, endpoint.kind, actor);
  const installed = await installFunctions(app, scope, endpoint, contents, actor.userId);
  const answer = { templateId: template.id, ...installed };
  return { answer, audit: auditedInstallation(template, answer, endpoint.id) };
};
