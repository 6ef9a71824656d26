import type { ManifestBinding } from "@ferrule/contract/resources/manifest.ts";
import {
  changeHttpBinding,
  changeMcpBinding,
  insertHttpBinding,
  insertMcpBinding,
  removeHttpBinding,
  removeMcpBinding,
  type HttpBindingRow,
  type McpBindingRow,
} from "../../serving/bindings/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { KnownIds } from "./known-ids.ts";
import { bindingKey, bindingName, routePart, toolPart, type SlugOf } from "./parts.ts";
import { authors, stepOf, type Read, type Step } from "./step.ts";

/** A binding that an endpoint has. */
export interface HeldBinding {
  row: Read;
  part: ManifestBinding;
}

/** Tools and routes of one endpoint. */
export const heldBindings = (
  tools: readonly McpBindingRow[],
  routes: readonly HttpBindingRow[],
  slugOf: SlugOf,
): HeldBinding[] => [
  ...tools.map((row) => ({ row, part: toolPart(row, slugOf) })),
  ...routes.map((row) => ({ row, part: routePart(row, slugOf) })),
];

/** An endpoint by its slug, and the ids of what steps before may have created. */
interface Place {
  endpoint: string;
  ids: KnownIds;
}

async function write(scope: ProjectScope, { endpoint, ids }: Place, id: string | null, given: ManifestBinding) {
  const { function: slug, ...binding } = given;
  const functionId = found(ids.functions.get(slug));
  const endpointId = found(ids.endpoints.get(endpoint));
  if (binding.kind === "mcp") {
    const { kind: _, ...tool } = binding;
    if (id === null) await insertMcpBinding(scope, { ...tool, endpointId, functionId });
    else await changeMcpBinding(scope, id, { ...tool, functionId });
  } else {
    const { kind: _, ...route } = binding;
    if (id === null) await insertHttpBinding(scope, { ...route, endpointId, functionId });
    else await changeHttpBinding(scope, id, { ...route, functionId });
  }
}

export type BindingKind = "mcp-binding" | "http-binding";
const kindOf = ({ kind }: ManifestBinding): BindingKind => (kind === "mcp" ? "mcp-binding" : "http-binding");

/** The bindings that are not among the given ones. */
export function lackingBindings(given: readonly ManifestBinding[], held: readonly HeldBinding[]): HeldBinding[] {
  const wanted = new Set(given.map(bindingKey));
  return held.filter(({ part }) => !wanted.has(bindingKey(part)));
}

export const removeBindings = (
  scope: ProjectScope,
  endpoint: string,
  held: readonly HeldBinding[],
): Step<BindingKind>[] =>
  held.flatMap(({ row, part }) =>
    stepOf({
      row,
      kind: kindOf(part),
      name: bindingName(part),
      within: endpoint,
      roles: authors,
      before: part,
      after: null,
      apply: () => (part.kind === "mcp" ? removeMcpBinding(scope, row.id) : removeHttpBinding(scope, row.id)),
    }),
  );

/** What is written so that an endpoint has these bindings. Its other bindings stay. */
export function planBindings(
  scope: ProjectScope,
  given: readonly ManifestBinding[],
  { held, ...place }: Place & { held: readonly HeldBinding[] },
): Step<BindingKind>[] {
  const byKey = new Map(held.map((one) => [bindingKey(one.part), one]));
  return given.flatMap((after) => {
    const before = byKey.get(bindingKey(after));
    return stepOf({
      row: before?.row,
      kind: kindOf(after),
      name: bindingName(after),
      within: place.endpoint,
      roles: authors,
      before: before?.part ?? null,
      after,
      apply: () => write(scope, place, before?.row.id ?? null, after),
    });
  });
}
