import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import { operations, type OperationName } from "@ferrule/contract/operations.ts";
import type { TemplateResource } from "@ferrule/contract/resources/template.ts";
import { roles, type EndpointKind, type Role } from "@ferrule/contract/states.ts";
import type { Actor } from "../../ground/handler/handler.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import type { TemplateContents } from "./template.ts";

type Created = TemplateResource["contents"][number]["kind"] | "grant" | "signature";

/**
 * For each kind of thing in a template, the operation that creates it. Schedules and grants of a template belong to
 * Development.
 */
const creating: Record<Created, OperationName> = {
  function: "createFunction",
  "runtime-endpoint": "createRuntimeEndpoint",
  "mcp-binding": "createMcpBinding",
  "http-binding": "createHttpBinding",
  "cron-binding": "createCronBinding",
  "data-collection": "createDataCollection",
  grant: "replaceDataCollectionGrant",
  signature: "replaceAuthPolicy",
};

/** The kinds of things that a template creates. `onto`: the kind of an existing endpoint. */
function createdBy({ endpoint, functions, collections = [] }: TemplateContents, onto: EndpointKind | null): Created[] {
  const kind = onto ?? endpoint?.kind ?? null;
  const created: [Created, boolean][] = [
    ["function", functions.length > 0],
    ["runtime-endpoint", onto === null && endpoint !== null],
    ["mcp-binding", kind === "mcp"],
    ["http-binding", kind === "http"],
    ["cron-binding", functions.some(({ cron }) => cron !== undefined)],
    ["data-collection", collections.length > 0],
    ["grant", collections.length > 0 && functions.some(({ permissions }) => permissions.collections.length > 0)],
    ["signature", onto === null && endpoint?.signature !== undefined],
  ];
  return created.flatMap(([what, does]) => (does ? [what] : []));
}

const tableOf = (what: Created): Operation => operations[creating[what]];

/** The roles that may create everything that a template creates. */
export const rolesFor = (contents: TemplateContents, onto: EndpointKind | null): Role[] => {
  const needed = createdBy(contents, onto).map(tableOf);
  return roles.filter((role) =>
    needed.every(
      (operation) =>
        (typeof operation.roles === "string" || operation.roles.includes(role)) &&
        (operation.rolesIn?.development?.includes(role) ?? true),
    ),
  );
};

/**
 * Refuses a caller whose role may not create each thing of the template by itself.
 * @throws PublicError FORBIDDEN that names the things
 */
export function requireRightsOf(contents: TemplateContents, onto: EndpointKind | null, actor: Actor): void {
  for (const what of createdBy(contents, onto)) {
    const operation = tableOf(what);
    const allowed = operation.roles;
    if (typeof allowed !== "string" && !actor.roles.every((role) => allowed.includes(role))) {
      const named =
        what === "signature" ? "a policy that lets a signature open an endpoint" : `a ${what.replaceAll("-", " ")}`;
      throw new PublicError("FORBIDDEN", `The template creates ${named}, which your role does not allow.`);
    }
    requireRoleIn(operation, "development", actor);
  }
}
