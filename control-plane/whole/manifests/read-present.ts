import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import { environments } from "@ferrule/contract/states.ts";
import {
  listFunctionsBoundTo,
  lockFunctionsOf,
  type FunctionRow,
} from "../../authoring/functions/queries/functions.ts";
import { listImportNames, lockLibrariesNamed, type LibraryRow } from "../../authoring/libraries/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { lockPolicy, type AuthPolicyRow } from "../../serving/auth-policies/queries.ts";
import { listRoutesOf, listToolsOf } from "../../serving/bindings/queries.ts";
import type { RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";
import { heldBindings, type HeldBinding } from "../planning/plan-bindings.ts";
import { contentsOf } from "../planning/read-contents.ts";
import type { HeldCollection } from "../planning/plan-collections.ts";
import type { HeldGrant } from "../planning/plan-grants.ts";
import { importNameOf } from "../planning/plan-libraries.ts";
import { readCollections } from "./read-collections.ts";
import { readGrants } from "./read-grants.ts";

/** What the Project has of what a manifest names, and what the endpoint has. */
export interface Present {
  /** Those of the manifest, and others that its bindings name. */
  functions: FunctionRow[];
  libraries: LibraryRow[];
  imported: Pick<LibraryRow, "name" | "importName">[];
  /** Those of the manifest, and others that its grants name. */
  collections: HeldCollection[];
  /** Of the endpoint and of the manifest's Functions. */
  grants: HeldGrant[];
  bindings: HeldBinding[];
  policies: AuthPolicyRow[];
}

async function readBindings(scope: ProjectScope, endpointId: string): Promise<HeldBinding[]> {
  const tools = await listToolsOf(scope, endpointId, { lock: true });
  const routes = await listRoutesOf(scope, endpointId, { lock: true });
  const functions = await listFunctionsBoundTo(scope, endpointId);
  const slugs = new Map(functions.map(({ id, slug }) => [id, slug]));
  return heldBindings(tools, routes, {
    slugOf: (id) => found(slugs.get(id)),
    contentOf: await contentsOf(scope, tools),
  });
}

/** Reads what a manifest meets; what it could change is locked until the transaction ends. */
export async function readPresent(
  scope: ProjectScope,
  endpoint: RuntimeEndpointRow,
  manifest: Manifest,
): Promise<Present> {
  const { bindings, collections, grants, libraries } = manifest;
  const own = new Set(manifest.functions.map(({ slug }) => slug));
  const functions = await lockFunctionsOf(scope, [
    ...new Set([...own, ...bindings.flatMap((one) => one.function ?? [])]),
  ]);
  const names = [...collections.map(({ name }) => name), ...(grants ?? []).map(({ collection }) => collection)];
  const subject = { endpointId: endpoint.id, functions: functions.filter(({ slug }) => own.has(slug)) };
  const policies: AuthPolicyRow[] = [];
  for (const environment of manifest.policies === undefined ? [] : environments)
    policies.push(found(await lockPolicy(scope, endpoint.id, environment)));
  return {
    functions,
    libraries: await lockLibrariesNamed(
      scope,
      libraries.map(({ name }) => name),
    ),
    imported: await listImportNames(scope, libraries.map(importNameOf)),
    collections: await readCollections(scope, [...new Set(names)]),
    grants: await readGrants(scope, subject, { lock: grants !== undefined }),
    bindings: await readBindings(scope, endpoint.id),
    policies,
  };
}
