import type { BuildFunction, BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { typedAsFrozen, type TypedCollections } from "../../../data/collections/typed-collections.ts";
import { listTypedConnections, usesSql } from "../../../data/connections/typed-connections.ts";
import { noteSent, type JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { AnyScope, InstallationScope } from "../../../ground/store/scope.ts";
import type { Snapshot, SnapshotFunction } from "../../../ground/store/tables/snapshot.ts";
import { buildContexts } from "./build-context.ts";

/** A Function of a snapshot with the context of its build. */
export interface FrozenFunction {
  drafted: SnapshotFunction;
  context: string;
}

/** A snapshot with everything on which its build depends. */
export interface FrozenBuild {
  functions: FrozenFunction[];
  libraries: NonNullable<Snapshot["libraries"]>;
  collections: TypedCollections;
  connections: NonNullable<BuildFunction["connections"]>;
}

/** Reads what the build of a snapshot depends on besides the snapshot. */
export async function readFrozenBuild(
  { tx }: AnyScope,
  projectId: string,
  snapshot: Snapshot | null,
): Promise<FrozenBuild> {
  const { functions = [], libraries = [], collections: frozen = [] } = snapshot ?? {};
  const collections = await typedAsFrozen({ tx, projectId }, frozen);
  const connections = await listTypedConnections({ tx, projectId });
  const contextOf = buildContexts(libraries, { collections, connections });
  const withContexts = functions.map((drafted) => ({ drafted, context: contextOf(drafted.libraries ?? []) }));
  return { functions: withContexts, libraries, collections, connections };
}

interface Sending {
  builder: string | undefined;
  /** The Functions that the worker has to build. */
  sent: readonly FrozenFunction[];
  /** Their sources, by id. */
  sources: ReadonlyMap<string, string>;
}

/** Notes on a job which Functions its worker receives, and returns them in the form for a build. */
export async function sendBuild(
  scope: InstallationScope,
  job: Pick<JobRow, "id">,
  { functions, libraries, collections, connections }: FrozenBuild,
  { builder, sent, sources }: Sending,
): Promise<Pick<BuildJob, "functions" | "kept" | "libraries">> {
  const byContext = Object.groupBy(sent, ({ context }) => context);
  const ids = Object.entries(byContext).map(([context, of = []]) => [context, of.map(({ drafted }) => drafted.id)]);
  await noteSent(scope, job.id, builder === undefined ? {} : { builder, sent: Object.fromEntries(ids) });
  const kept = functions.length - sent.length;
  return {
    functions: sent.map(({ drafted }) => {
      const { id, slug, revision, inputSchema, outputSchema, permissions, run, libraries: imported } = drafted;
      const source = sources.get(id) ?? "";
      return {
        id,
        slug,
        revision,
        source,
        inputSchema,
        outputSchema,
        permissions,
        ...(run === "durable" ? { run } : {}),
        libraries: imported ?? [],
        ...(source.includes("collection") ? { collections } : {}),
        ...(usesSql(source) ? { connections } : {}),
      };
    }),
    ...(kept > 0 ? { kept } : {}),
    libraries,
  };
}
