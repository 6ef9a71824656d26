import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { FunctionRow } from "../../../authoring/functions/queries/functions.ts";
import type { LibraryRow } from "../../../authoring/libraries/queries.ts";
import type { CronBindingRow } from "../../../serving/crons/queries/bindings.ts";
import { lackingBindings, type HeldBinding } from "../../planning/plan-bindings.ts";
import type { HeldCollection } from "../../planning/plan-collections.ts";
import { lackingGrants, type HeldGrant } from "../../planning/plan-grants.ts";
import { grantsOf } from "./grants-of.ts";
import type { Held, HeldEndpoint } from "../held/read-held.ts";

/** Bindings of one endpoint. */
export interface BindingsOf {
  endpoint: string;
  held: HeldBinding[];
}

/** What a Project has, of each kind. */
export interface Lacking {
  crons: CronBindingRow[];
  /** Of endpoints that the source has. */
  bindings: BindingsOf[];
  /** For collections whose grants the source mentions. */
  grants: HeldGrant[];
  endpoints: HeldEndpoint[];
  functions: FunctionRow[];
  collections: HeldCollection[];
  libraries: LibraryRow[];
}

/** What a Project has and a source lacks. */
export function lackingIn(
  { functions, libraries, collections, endpoints }: ProjectSource,
  held: Held,
  crons: CronBindingRow[],
): Lacking {
  const named = {
    functions: new Set(functions.map(({ slug }) => slug)),
    libraries: new Set(libraries.map(({ name }) => name)),
    collections: new Set(collections.map(({ name }) => name)),
    endpoints: new Map(endpoints.map((one) => [one.slug, one])),
    granted: new Set(collections.filter(({ grants }) => grants !== undefined).map(({ name }) => name)),
  };
  const mentioned = held.grants.filter(({ grant }) => named.granted.has(grant.collection));
  return {
    crons,
    bindings: held.endpoints.flatMap(({ row: { slug }, bindings }) => {
      const given = named.endpoints.get(slug);
      return given === undefined ? [] : [{ endpoint: slug, held: lackingBindings(given.bindings, bindings) }];
    }),
    grants: lackingGrants(grantsOf({ collections }), mentioned),
    endpoints: held.endpoints.filter(({ row }) => !named.endpoints.has(row.slug)),
    functions: held.functions.filter(({ slug }) => !named.functions.has(slug)),
    collections: held.collections.filter(({ row }) => !named.collections.has(row.name)),
    libraries: held.libraries.filter(({ name }) => !named.libraries.has(name)),
  };
}
