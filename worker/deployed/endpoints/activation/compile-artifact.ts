import { setImmediate } from "node:timers/promises";
import type { ArtifactEndpoint, ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { BundleBytes } from "../../../ground/bundle-bytes.ts";
import { compilePrompts } from "../bindings/prompt-table.ts";
import { compileResources } from "../bindings/resource-table.ts";
import { compileRoutes, type RouteTable } from "../bindings/route-table.ts";
import { compileTools, type ToolTable } from "../bindings/tool-table.ts";
import type { Entry, LoadedArtifact } from "../artifacts/artifact-digest.ts";
import { compileFunction, type CompiledFunction } from "../functions/compile-function.ts";

/** An artifact's entry for one endpoint, ready to be called. */
export type CompiledEndpoint =
  | { kind: "mcp"; artifact: ArtifactEndpoint; table: ToolTable }
  | { kind: "http"; artifact: ArtifactEndpoint; table: RouteTable };

export interface CompiledArtifact {
  digest: string;
  manifest: ArtifactManifest;
  /** The entries of its endpoints by their digests. */
  endpointEntries: ReadonlyMap<string, Entry<ArtifactEndpoint>>;
  /** By id. */
  endpoints: ReadonlyMap<string, CompiledEndpoint>;
  /** By the digest of the artifact's entry: equal entries share one Function. */
  functions: ReadonlyMap<string, CompiledFunction>;
  /** The same by id. */
  functionsById: ReadonlyMap<string, CompiledFunction>;
}

function called<B extends { functionId: string; enabled: boolean }>(
  bindings: readonly B[],
  functions: ReadonlyMap<string, CompiledFunction>,
): (readonly [B, CompiledFunction])[] {
  return bindings.flatMap((binding) => {
    const one = functions.get(binding.functionId);
    return binding.enabled && one !== undefined ? [[binding, one] as const] : [];
  });
}

/** The same for bindings that may have no Function, because the Project keeps their content. */
function offered<B extends { functionId: string | null; enabled: boolean }>(
  bindings: readonly B[],
  functions: ReadonlyMap<string, CompiledFunction>,
): (readonly [B, CompiledFunction | null])[] {
  return bindings.flatMap((binding) => {
    const one = binding.functionId === null ? null : functions.get(binding.functionId);
    return binding.enabled && one !== undefined ? [[binding, one] as const] : [];
  });
}

function compileMcp(
  artifact: ArtifactEndpoint,
  digest: string,
  functions: ReadonlyMap<string, CompiledFunction>,
  load: (digest: string) => Promise<BundleBytes>,
): ToolTable {
  const { tools, resources = [], prompts = [] } = artifact;
  return compileTools(artifact, digest, called(tools, functions), {
    resources: compileResources(offered(resources, functions), load),
    prompts: compilePrompts(offered(prompts, functions)),
  });
}

/** Finds Functions that were compiled before, by the digest of the artifact's entry. */
export interface CompiledFunctions {
  find: (digest: string) => CompiledFunction | undefined;
}

/**
 * Compiles all tool lists and routes of an artifact once, so that a call repeats none of this work. Functions that are
 * unchanged since an earlier artifact come from `compiled`. `prepareInTurn` or the first call compiles the schemas of
 * the others: for two thousand Functions this took twelve seconds, during which the artifact could not be served.
 */
export async function compileArtifact(
  digest: string,
  loaded: LoadedArtifact,
  load: (digest: string) => Promise<BundleBytes>,
  log: Log,
  compiled: CompiledFunctions = { find: () => undefined },
): Promise<CompiledArtifact> {
  const functions = new Map<string, CompiledFunction>();
  const byDigest = new Map<string, CompiledFunction>();
  for (const entry of loaded.functions) {
    const ready = compiled.find(entry.digest) ?? compileFunction(entry, load, log);
    byDigest.set(entry.digest, ready);
    functions.set(entry.value.id, ready);
  }
  await setImmediate();
  const endpoints = new Map<string, CompiledEndpoint>();
  for (const { value: artifact } of loaded.endpoints) {
    endpoints.set(
      artifact.id,
      artifact.kind === "mcp"
        ? { kind: "mcp", artifact, table: compileMcp(artifact, digest, functions, load) }
        : { kind: "http", artifact, table: compileRoutes(digest, called(artifact.routes, functions)) },
    );
  }
  const endpointEntries = new Map(loaded.endpoints.map((entry) => [entry.digest, entry]));
  const { manifest } = loaded;
  return { digest, manifest, endpointEntries, endpoints, functions: byDigest, functionsById: functions };
}
