import type { ProjectSource, ProjectSourcePlan } from "@ferrule/contract/resources/project-source.ts";
import { secretsOfSignature } from "@ferrule/contract/resources/signature-policy.ts";
import { environments as allEnvironments, type Environment } from "@ferrule/contract/states.ts";
import { missingGrants } from "../../planning/missing-grants.ts";
import { importNameOf } from "../../planning/plan-libraries.ts";
import { grantsOf } from "./grants-of.ts";
import type { Imports } from "./imports-in.ts";

type Missing = ProjectSourcePlan["missing"];
type Kind = "secrets" | "connections";

/** The names of a list that exist in an environment, or that a source expects there. */
const namesIn = (list: ProjectSource[Kind], environment: Environment) =>
  list.filter((one) => one.environments.includes(environment)).map(({ name }) => name);

function declaredIn({ functions, endpoints }: ProjectSource, kind: Kind, environment: Environment): string[] {
  const declared = functions.flatMap(({ permissions }) => permissions[kind] ?? []);
  if (kind === "connections") return declared;
  return [
    ...declared,
    ...endpoints.flatMap(({ policies }) => {
      const signature = policies?.[environment].caller.signature;
      return signature === undefined ? [] : secretsOfSignature(signature);
    }),
  ];
}

/** What the source needs in an environment, and the Project lacks there. */
function absentIn(source: ProjectSource, result: ProjectSource, kind: Kind, environment: Environment): string[] {
  const there = new Set(namesIn(result[kind], environment));
  const needed = [...declaredIn(source, kind, environment), ...namesIn(source[kind], environment)];
  return [...new Set(needed)].filter((name) => !there.has(name)).sort();
}

/** A source's Functions import what neither it nor the Project has. */
function missingLibraries(imports: Imports, { libraries }: ProjectSource): string[] {
  const there = new Set(libraries.map(importNameOf));
  const imported = new Set([...imports.functions, ...[...imports.libraries.values()].flat()]);
  return [...imported].filter((name) => !there.has(name)).sort();
}

function missingCollections({ functions }: ProjectSource, { collections }: ProjectSource): string[] {
  const there = new Set(collections.map(({ name }) => name));
  const declared = functions.flatMap(({ permissions }) => permissions.collections.map(({ name }) => name));
  return [...new Set(declared)].filter((name) => !there.has(name)).sort();
}

function endpointsByFunction({ endpoints }: ProjectSource): Map<string, string[]> {
  const offered = new Map<string, string[]>();
  for (const { slug, bindings } of endpoints) {
    for (const name of new Set(bindings.flatMap((binding) => binding.function ?? [])))
      offered.set(name, [...(offered.get(name) ?? []), slug]);
  }
  return offered;
}

/**
 * What a source refers to and the Project would lack after the push, by name and in sentences.
 * @param result the Project's source after the push
 * @param environments where it would lack it
 */
export function missingIn(
  source: ProjectSource,
  { result, imports }: { result: ProjectSource; imports: Imports },
  environments: readonly Environment[] = allEnvironments,
): { missing: Missing; warnings: string[] } {
  const absent = environments.map((environment) => ({
    environment,
    secrets: absentIn(source, result, "secrets", environment),
    connections: absentIn(source, result, "connections", environment),
  }));
  const offered = endpointsByFunction(result);
  const missing: Missing = {
    secrets: [...new Set(absent.flatMap(({ secrets }) => secrets))].sort(),
    connections: [...new Set(absent.flatMap(({ connections }) => connections))].sort(),
    libraries: missingLibraries(imports, result),
    collections: missingCollections(source, result),
    grants: missingGrants(source.functions, {
      grants: grantsOf(result),
      endpointsOf: (slug) => offered.get(slug) ?? [],
    }).filter(({ environment }) => environments.includes(environment)),
  };
  const warnings = [
    ...absent.flatMap(({ environment, secrets, connections }) => [
      ...secrets.map((name) => `In ${environment} there is no secret ${name}.`),
      ...connections.map((name) => `In ${environment} there is no connection ${name}.`),
    ]),
    ...missing.collections.map((name) => `A Function declares the data collection ${name}, which does not exist.`),
    ...missing.grants.map(
      (one) => `In ${one.environment} nothing grants ${one.access} of ${one.collection} to Function ${one.function}.`,
    ),
    ...missing.libraries.map((name) => `A source imports "${name}", which does not exist: deploying will fail.`),
  ];
  return { missing, warnings };
}
