import type { ManifestBinding } from "@ferrule/contract/resources/manifest.ts";
import { newMcpBinding } from "@ferrule/contract/resources/binding.ts";
import { keepContents, placeOfContent } from "../../releases/deployments/queries/kept-contents.ts";
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
import type { z } from "zod";
import type { KnownIds } from "./known-ids.ts";
import { bindingKey, bindingName, mcpPart, routePart, type ContentOf, type SlugOf } from "./parts.ts";
import { authors, stepOf, type Read, type Step } from "./step.ts";

/** A binding that an endpoint has. */
export interface HeldBinding {
  row: Read;
  part: ManifestBinding;
}

/** The bindings of one endpoint. */
export const heldBindings = (
  offered: readonly McpBindingRow[],
  routes: readonly HttpBindingRow[],
  { slugOf, contentOf }: { slugOf: SlugOf; contentOf: ContentOf },
): HeldBinding[] => [
  ...offered.map((row) => ({ row, part: mcpPart(row, slugOf, contentOf) })),
  ...routes.map((row) => ({ row, part: routePart(row, slugOf) })),
];

/** An endpoint by its slug, and the ids of what steps before may have created. */
interface Place {
  endpoint: string;
  ids: KnownIds;
}

async function writeMcp(
  scope: ProjectScope,
  { endpointId, id }: { endpointId: string; id: string | null },
  given: z.input<typeof newMcpBinding>,
): Promise<void> {
  const { content, ...binding } = newMcpBinding.parse(given);
  if (content !== null) await keepContents(scope, [content]);
  const row = { ...binding, ...placeOfContent(content) };
  if (id === null) await insertMcpBinding(scope, { ...row, endpointId });
  else await changeMcpBinding(scope, id, row);
}

async function write(scope: ProjectScope, { endpoint, ids }: Place, id: string | null, given: ManifestBinding) {
  const { function: slug, ...binding } = given;
  const functionId = slug === undefined ? null : found(ids.functions.get(slug));
  const endpointId = found(ids.endpoints.get(endpoint));
  if (binding.kind === "http") {
    const { kind: _, ...route } = binding;
    const row = { ...route, functionId: found(functionId) };
    if (id === null) await insertHttpBinding(scope, { ...row, endpointId });
    else await changeHttpBinding(scope, id, row);
  } else if (binding.kind === "mcp")
    await writeMcp(scope, { endpointId, id }, { ...binding, kind: "tool", functionId });
  else {
    const { name: toolName, ...offered } = binding;
    await writeMcp(scope, { endpointId, id }, { ...offered, toolName, functionId });
  }
}

export type BindingKind = "mcp-binding" | "http-binding";
const kindOf = ({ kind }: ManifestBinding): BindingKind => (kind === "http" ? "http-binding" : "mcp-binding");

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
      apply: () => (part.kind === "http" ? removeHttpBinding(scope, row.id) : removeMcpBinding(scope, row.id)),
    }),
  );

/** The changes that give an endpoint these bindings. Its other bindings stay. */
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
