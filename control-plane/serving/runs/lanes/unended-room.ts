import { LRUCache } from "lru-cache";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { countUnended } from "../queries/start.ts";

/** The most runs of one Project that have not ended. */
export const mostUnended = 100_000;
/** Below this, a count stands for a second. Counting takes a step in the index for each run. */
const nearlyFull = 0.9 * mostUnended;
const standsForMs = 1_000;

const counts = new LRUCache<string, { count: number }>({ max: 10_000, ttl: standsForMs, ttlResolution: 0 });

interface UnendedRoom {
  /** How many more runs the Project may have. */
  room: number;
  /** Notes some of them as started. */
  take: (started: number) => void;
}

const roomBeside = (counted: { count: number }): UnendedRoom => ({
  room: mostUnended - counted.count,
  take(started) {
    counted.count += started;
  },
});

/** The room of a Project that was counted in the last second; undefined if it must be counted. */
export function knownRoom(projectId: string): UnendedRoom | undefined {
  const known = counts.get(projectId);
  return known !== undefined && known.count < nearlyFull ? roomBeside(known) : undefined;
}

/** The room of the scope's Project. */
export async function unendedRoom(scope: ProjectScope): Promise<UnendedRoom> {
  const known = knownRoom(scope.projectId);
  if (known !== undefined) return known;
  const counted = { count: await countUnended(scope, mostUnended) };
  counts.set(scope.projectId, counted);
  return roomBeside(counted);
}
