import { z } from "zod";
import { operation } from "./operation.ts";
import { listOf, page } from "../resources/fields.ts";
import { endpointInstallation, installation, projectInstallation, template } from "../resources/template.ts";

const authors = ["owner", "admin", "developer"] as const;
const installs = {
  tag: "Templates",
  method: "POST",
  scope: "project",
  roles: authors,
  response: installation,
  audit: "template.install",
  whenManaged: "refused",
  idempotent: true,
} as const;

/** Templates, ready-made Functions with their bindings. */
export const templateOperations = {
  listTemplates: operation({
    method: "GET",
    path: "/api/templates",
    summary: "List what can be installed, the same in every Project",
    tag: "Templates",
    scope: "installation",
    roles: "any",
    query: z.strictObject(page),
    response: listOf(template),
  }),
  installTemplate: operation({
    ...installs,
    path: "/api/templates/install",
    summary: "Install a template into the active Project",
    description: "With an endpoint of its own where it is called.",
    body: projectInstallation,
    errors: ["NOT_FOUND", "CONFLICT"],
  }),
  installTemplateOntoEndpoint: operation({
    ...installs,
    path: "/api/runtime-endpoints/:endpointId/templates/:templateId/install",
    summary: "Install a template onto an endpoint",
    body: endpointInstallation,
    errors: ["CONFLICT", "INVALID_STATE"],
  }),
};
