import { availableParallelism } from "node:os";
import { projectTypes } from "@ferrule/contract/project-types.ts";
import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import type { CompileAnswer, CompileRequest } from "./messages/build-messages.ts";
import { type BuildMeans, bundleOne, compileOne, isRepeatable } from "./build-one.ts";
import { compileGroup } from "./compile-group.ts";
import { groupsOf } from "./groups-of.ts";
import type { LoadedLibraries } from "./packages/prepare-libraries.ts";
import type { TakeOutcome } from "./hand-over.ts";
import { isDiagnostic, type LookedUp, unbuilt } from "./look-up-results.ts";
import type { BuildOutcome, ResultCache } from "./cache/result-cache.ts";
import type { tellProgress } from "./tell-progress.ts";

/** Each one holds the texts of its Libraries until its bundle is done. */
const bundledAtOnce = 2;
/** Starting a compiler process costs as much as building about fifty Functions. */
const worthAnother = 100;

/** The useful number of compiler processes for this many Functions. */
export const compilersFor = (unbuiltCount: number): number =>
  unbuiltCount < worthAnother ? 1 : Math.min(2, availableParallelism());

type CompileInGroup = (loaded: LoadedLibraries | undefined) => Promise<CompileAnswer>;

interface Work {
  /** One item for each compiler process. */
  lanes: readonly BuildMeans[];
  cache: ResultCache;
  progress: ReturnType<typeof tellProgress>;
  take: TakeOutcome;
}

function typedCollections({ collections }: BuildFunction): CompileRequest["collections"] {
  if (collections === undefined) return undefined;
  return { names: collections.map(({ name }) => name), types: projectTypes({ collections }) };
}

/** The request to a compiler process, without the Libraries. */
export function requestOf(one: BuildFunction): CompileRequest {
  const { source, inputSchema, outputSchema, permissions, connections, run } = one;
  const tables = connections && projectTypes({ connections });
  return { source, inputSchema, outputSchema, permissions, collections: typedCollections(one), tables, run };
}

/**
 * Builds the Functions that have no result yet, in one lane for each compiler process. Returns the outcomes in the
 * Functions' order. When it rejects, all of its work has stopped.
 */
export async function buildAll(
  found: readonly LookedUp[],
  { lanes, cache, progress, take }: Work,
): Promise<BuildOutcome[]> {
  const outcomes: Promise<BuildOutcome>[] = [];
  const waiting = groupsOf(found, lanes.length).values();
  let failed = false;
  const settle = (index: number, outcome: Promise<BuildOutcome>) => {
    outcome.catch(() => (failed = true));
    outcomes[index] = outcome;
  };
  const next = async (means: BuildMeans) => {
    const own: Promise<BuildOutcome>[] = [];
    const build = async (index: number, lookedUp: LookedUp, compile: CompileInGroup) => {
      const { one, key, outcome } = lookedUp;
      if (outcome !== undefined) return settle(index, Promise.resolve(progress.kept(one, outcome)));
      const loaded = await lookedUp.prepared.load();
      if (loaded !== undefined && isDiagnostic(loaded))
        return settle(index, Promise.resolve(progress.built(one, unbuilt(loaded))));
      const compiled = await compile(loaded);
      // While this Function is bundled, the next one is checked.
      const bundled = bundleOne(compiled, one.source, means, loaded).then(async (built) => {
        if (isRepeatable(built)) await cache.set(key, built);
        return await take(progress.built(one, built));
      });
      settle(index, bundled);
      own.push(bundled);
      await own.at(-Math.ceil(bundledAtOnce / lanes.length))?.catch(() => {});
    };
    for (const group of waiting) {
      const members = group.map((index) => [index, found[index] as LookedUp] as const);
      const requests = members.map(([, { one }]) => requestOf(one));
      const compileMember = compileGroup(requests, means);
      for (const [place, [index, lookedUp]] of members.entries()) {
        if (failed) return;
        await build(index, lookedUp, (loaded) =>
          loaded === undefined ? compileMember(place) : compileOne(requests[place] as CompileRequest, means, loaded),
        );
      }
    }
  };
  const ends = await Promise.allSettled(
    lanes.map(next).map((lane) =>
      lane.catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    ),
  );
  await Promise.allSettled(outcomes);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return Promise.all(outcomes);
}
