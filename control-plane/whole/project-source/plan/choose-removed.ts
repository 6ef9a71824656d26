import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { usesOf } from "../../../data/collections/uses-of.ts";
import { lockCollection } from "../../../data/collections/queries.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { listDeployedAmong } from "../../../releases/deployments/queries/deployments.ts";
import { listServingAmong } from "../../../serving/runtime-endpoints/queries.ts";
import type { HeldCollection } from "../../planning/plan-collections.ts";
import type { Grant } from "../../planning/plan-grants.ts";
import { grantsOf } from "./grants-of.ts";
import type { Imports } from "./imports-in.ts";
import type { Lacking } from "./lacking.ts";

/** Of what a source lacks: what nothing needs any more, and what something needs. */
export interface Choice {
  removed: Lacking;
  inUse: Lacking;
}

/** Parts a list by whether something needs the items. */
function part<T>(items: readonly T[], isNeeded: (item: T) => boolean): { removed: T[]; inUse: T[] } {
  return { removed: items.filter((item) => !isNeeded(item)), inUse: items.filter(isNeeded) };
}

/** The Functions and endpoints that a source names. */
export function namedIn({ endpoints, crons, collections }: ProjectSource) {
  const grants = grantsOf({ collections });
  const granted = (kind: Grant["subject"]["kind"]) =>
    grants.filter(({ subject }) => subject.kind === kind).map(({ subject }) => subject.slug);
  const bound = endpoints.flatMap(({ bindings }) => bindings.flatMap((binding) => binding.function ?? []));
  return {
    functions: new Set([...bound, ...crons.map((cron) => cron.function), ...granted("function")]),
    endpoints: new Set(granted("endpoint")),
  };
}

/** The Libraries that what stays imports, also through each other. One that the source has takes the place of its like. */
export function partLibraries({ libraries }: Lacking, imports: Imports, kept: Lacking["functions"]) {
  const held = new Map(libraries.map((row) => [row.importName, row]));
  const needed = new Set<string>();
  const open = [...imports.functions, ...imports.libraries.values(), ...kept.map((row) => row.libraries)].flat();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (needed.has(name) || imports.libraries.has(name)) continue;
    needed.add(name);
    open.push(...(held.get(name)?.imports ?? []));
  }
  return part(libraries, ({ importName }) => needed.has(importName));
}

/** A collection is needed while it holds records, or while a Function declares it, deployed or drafted. */
async function partCollections(scope: ProjectScope, held: readonly HeldCollection[], declared: ReadonlySet<string>) {
  const needed = new Set<HeldCollection>();
  for (const one of held) {
    const row = declared.has(one.row.name) ? undefined : await lockCollection(scope, one.row.id);
    if (row === undefined || (await usesOf(scope, row)).length > 0) needed.add(one);
  }
  return part(held, (one) => needed.has(one));
}

interface Given {
  source: ProjectSource;
  imports: Imports;
  lacking: Lacking;
}

/**
 * Decides what a push removes. Deployments are held, so nothing begins to serve it meanwhile. As when each is deleted by
 * itself, what an environment serves stays, with its grants, which calls need. Bindings and crons always go.
 */
export async function chooseRemoved(scope: ProjectScope, { source, imports, lacking }: Given): Promise<Choice> {
  const named = namedIn(source);
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const deployed = await listDeployedAmong(scope, ids(lacking.functions));
  const functions = part(lacking.functions, ({ id, slug }) => deployed.has(id) || named.functions.has(slug));
  const serving = await listServingAmong(scope, ids(lacking.endpoints.map(({ row }) => row)));
  const endpoints = part(lacking.endpoints, ({ row }) => serving.has(row.id) || named.endpoints.has(row.slug));
  const kept = {
    function: new Set(functions.inUse.map(({ slug }) => slug)),
    endpoint: new Set(endpoints.inUse.map(({ row }) => row.slug)),
  };
  const goneSubjects = {
    function: new Set(functions.removed.map(({ slug }) => slug)),
    endpoint: new Set(endpoints.removed.map(({ row }) => row.slug)),
  };
  // The grants of what is removed go with it.
  const remaining = lacking.grants.filter(({ grant: { subject } }) => !goneSubjects[subject.kind].has(subject.slug));
  const grants = part(remaining, ({ grant: { subject } }) => kept[subject.kind].has(subject.slug));
  const declaring = [...source.functions, ...functions.inUse];
  const declared = declaring.flatMap(({ permissions }) => permissions.collections.map(({ name }) => name));
  const collections = await partCollections(scope, lacking.collections, new Set(declared));
  const libraries = partLibraries(lacking, imports, functions.inUse);
  const abandoned = endpoints.inUse.map(({ row, bindings }) => ({ endpoint: row.slug, held: bindings }));
  const side = (which: "removed" | "inUse") => ({
    grants: grants[which],
    endpoints: endpoints[which],
    functions: functions[which],
    collections: collections[which],
    libraries: libraries[which],
  });
  return {
    removed: { ...side("removed"), crons: lacking.crons, bindings: [...lacking.bindings, ...abandoned] },
    inUse: { ...side("inUse"), crons: [], bindings: [] },
  };
}
