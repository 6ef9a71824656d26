import type { TemplateResource } from "@ferrule/contract/resources/template.ts";
import { z } from "zod";
import { parseParameters, secretsOf } from "./parse-parameters.ts";
import { rolesFor } from "./rights-of-template.ts";
import type { Template } from "./template.ts";

/** A template as the API shows it, with the things that it would create with default parameters. */
export function describeTemplate(template: Template): TemplateResource {
  const { id, name, summary, category, scope } = template;
  const contents = parseParameters(template, {});
  const { endpoint, functions, collections = [] } = contents;
  const { $schema: _dialect, ...parameters } = z.toJSONSchema(template.parameters, { io: "input" });
  const bindings = functions.flatMap(({ tool, route, cron }): TemplateResource["contents"] => {
    if (endpoint?.kind === "mcp" && tool) return [{ kind: "mcp-binding", name: tool.toolName }];
    if (endpoint?.kind === "http" && route) return [{ kind: "http-binding", name: `${route.method} ${route.path}` }];
    return cron ? [{ kind: "cron-binding", name: cron.name }] : [];
  });
  return {
    id,
    name,
    summary,
    category,
    scope,
    contents: [
      ...collections.map((collection) => ({ kind: "data-collection" as const, name: collection.name })),
      ...functions.map(({ slug }) => ({ kind: "function" as const, name: slug })),
      ...(endpoint === null ? [] : [{ kind: "runtime-endpoint" as const, name: endpoint.slug }]),
      ...bindings,
    ],
    roles: rolesFor(contents, null),
    parameters,
    requiredSecrets: secretsOf(contents),
  };
}
