import type { Manifest, ManifestBinding } from "@ferrule/contract/resources/manifest.ts";
import {
  changeHttpBinding,
  changeMcpBinding,
  insertHttpBinding,
  insertMcpBinding,
  listRoutesOf,
  listToolsOf,
  removeHttpBinding,
  removeMcpBinding,
} from "../../serving/bindings/queries.ts";
import { lockFunctionsOf, listFunctionsBoundTo } from "../../authoring/functions/queries/functions.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { bindingKey, bindingName, routePart, toolPart } from "./manifest-parts.ts";
import { authors, stepOf, type Step } from "./step.ts";

interface Present {
  id: string;
  part: ManifestBinding;
}

async function presentOf(scope: ProjectScope, endpointId: string): Promise<Map<string, Present>> {
  const tools = await listToolsOf(scope, endpointId, { lock: true });
  const routes = await listRoutesOf(scope, endpointId, { lock: true });
  const functions = await listFunctionsBoundTo(scope, endpointId);
  const slugs = new Map(functions.map(({ id, slug }) => [id, slug]));
  const slugOf = (id: string) => found(slugs.get(id));
  const all = [
    ...tools.map((row): Present => ({ id: row.id, part: toolPart(row, slugOf) })),
    ...routes.map((row): Present => ({ id: row.id, part: routePart(row, slugOf) })),
  ];
  return new Map(all.map((present) => [bindingKey(present.part), present]));
}

async function write(
  scope: ProjectScope,
  endpointId: string,
  id: string | null,
  given: ManifestBinding,
): Promise<void> {
  const { function: slug, ...binding } = given;
  // We look it up only now, because an earlier step may have created the manifest's Function.
  const functionId = found((await lockFunctionsOf(scope, [slug]))[0]).id;
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

const kindOf = ({ kind }: ManifestBinding) => (kind === "mcp" ? "mcp-binding" : "http-binding");

/**
 * The changes that a manifest would make to an endpoint's bindings. It first removes the bindings that the manifest
 * lacks.
 */
export async function planBindings(
  scope: ProjectScope,
  endpoint: RuntimeEndpointRow,
  { bindings }: Manifest,
): Promise<Step[]> {
  const present = await presentOf(scope, endpoint.id);
  const wanted = new Set(bindings.map(bindingKey));
  const gone = [...present].filter(([key]) => !wanted.has(key));
  const removed = gone.flatMap(([, { id, part }]) =>
    stepOf({
      kind: kindOf(part),
      name: bindingName(part),
      roles: authors,
      before: part,
      after: null,
      apply: () => (part.kind === "mcp" ? removeMcpBinding(scope, id) : removeHttpBinding(scope, id)),
    }),
  );
  const written = bindings.flatMap((after) => {
    const held = present.get(bindingKey(after));
    return stepOf({
      kind: kindOf(after),
      name: bindingName(after),
      roles: authors,
      before: held?.part ?? null,
      after,
      apply: () => write(scope, endpoint.id, held?.id ?? null, after),
    });
  });
  return [...removed, ...written];
}
