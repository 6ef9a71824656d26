import { LRUCache } from "lru-cache";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { countUnended } from "../queries/start.ts";

/** The most runs of one Project that have not ended. */
export const mostUnended = 100_000;
/** Below this, a count stands for a second. Counting takes a step in the index for each run. */
const nearlyFull = 0.9 * mostUnended;
const standsForMs = 1_000;

const counts = new LRUCache<string, { count: number }>({ max: 10_000, ttl: standsForMs, ttlResolution: 0 });

/** How many more runs the Project may have; `take` notes some of them as started. */
export async function unendedRoom(scope: ProjectScope): Promise<{ room: number; take: (started: number) => void }> {
  const known = counts.get(scope.projectId);
  const counted =
    known !== undefined && known.count < nearlyFull ? known : { count: await countUnended(scope, mostUnended) };
  if (counted !== known) counts.set(scope.projectId, counted);
  return {
    room: mostUnended - counted.count,
    take(started) {
      counted.count += started;
    },
  };
}
