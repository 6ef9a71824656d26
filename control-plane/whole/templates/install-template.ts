import { PublicError } from "@ferrule/contract/errors.ts";
import { insertFirstPolicies } from "../../serving/auth-policies/queries.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import {
  insertEndpoint,
  listEndpointSlugsLike,
  type RuntimeEndpointRow,
} from "../../serving/runtime-endpoints/queries.ts";
import { violates } from "../../ground/store/constraint.ts";
import { findTemplate } from "./catalogue.ts";
import { freeName } from "./free-name.ts";
import { auditedInstallation } from "./audited-installation.ts";
import { installFunctions } from "./install-functions.ts";
import { parseParameters } from "./parse-parameters.ts";
import { requireRightsOf } from "./rights-of-template.ts";
import type { TemplateContents } from "./template.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";

const newEndpoint = {
  description: "",
  instructions: "",
  unknownArguments: "refuse" as const,
  requestsPerMinute: 600,
  maxBodyBytes: 1_048_576,
};

/** @throws PublicError CONFLICT */
async function createEndpoint(
  scope: ProjectScope,
  { kind, slug, name, signature }: NonNullable<TemplateContents["endpoint"]>,
): Promise<RuntimeEndpointRow> {
  const given = { ...newEndpoint, kind, name, slug: freeName(slug, new Set(await listEndpointSlugsLike(scope, slug))) };
  const endpoint = await insertEndpoint(scope, given).catch((error: unknown) => {
    if (!violates(error, "runtime_endpoints_slug_taken")) throw error;
    throw new PublicError("CONFLICT", "Somebody has taken the same name just now. Install it again.");
  });
  await insertFirstPolicies(scope, endpoint.id, signature && { mode: "signature", signature });
  return endpoint;
}

/** Installs a template into the active Project, with an endpoint if it needs one, completely or not at all. */
export const installTemplate: Handlers["installTemplate"] = async ({ app, scope, body, actor }) => {
  const template = found(findTemplate(body.templateId));
  const contents = parseParameters(template, body.parameters);
  requireRightsOf(contents, null, actor);
  const endpoint = contents.endpoint === null ? null : await createEndpoint(scope, contents.endpoint);
  const installed = await installFunctions(app, scope, endpoint, contents, actor.userId);
  const brought =
    endpoint === null ? [] : [{ kind: "runtime-endpoint" as const, id: endpoint.id, name: endpoint.slug }];
  const created = [...brought, ...installed.created];
  const answer = { templateId: template.id, ...installed, created };
  return { answer, audit: auditedInstallation(template, answer) };
};
