import { posix } from "node:path";
import { findCircles } from "./find-circles.ts";
import { catalogues, floorsOf, mostFiles, unordered, type Floors } from "./floors.ts";
import { importsOf } from "./imports-of.ts";

/** Test code may import from anywhere. */
const isForTests = (path: string) => /\.test\.tsx?$|\/testing[./]/.test(path);

/** The floor of a file below `room`: its number from below, and the folder; null for a file without a floor. */
function placeOf(room: string, path: string, { floors, beside }: Floors): { floor: number; folder: string } | null {
  const [folder = "", inside] = path.slice(room.length + 1).split("/");
  const onEveryFloor = () => beside === true || beside?.includes(folder) === true;
  if (inside === undefined) return onEveryFloor() ? null : { floor: floors.length, folder: "the root" };
  return { floor: floors.findIndex((one) => one.includes(folder)), folder };
}

/**
 * Checks that no folder imports what stands above it, by `floors.ts`, and that folders of one floor do not import each
 * other in a circle. Type imports count.
 * @param sources the texts of the sources, by their path in the repository
 * @returns one sentence for each import that leads up, for each circle, and for each folder that has no floor
 */
export function checkFloors(
  sources: ReadonlyMap<string, string>,
  all: Readonly<Record<string, Floors>> = floorsOf,
): string[] {
  const found = new Set<string>();
  /** For each room, the folders of its own floor that each of its folders imports. */
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const [path, text] of sources) {
    if (isForTests(path)) continue;
    for (const [room, floors] of Object.entries(all)) {
      const from = path.startsWith(`${room}/`) ? placeOf(room, path, floors) : null;
      if (from?.floor === -1) found.add(`${room}/${from.folder} has no floor: list it in tools/lint/floors.ts.`);
      if (from === null || from.floor === -1) continue;
      for (const target of importsOf(path, text)) {
        if (!target.startsWith(`${room}/`) || !sources.has(target)) continue;
        const to = placeOf(room, target, floors);
        if (to === null) continue;
        if (to.floor > from.floor)
          found.add(`${path} imports ${target}, but ${to.folder} stands above ${from.folder} (tools/lint/floors.ts).`);
        if (to.floor !== from.floor) continue;
        const edges = folders.get(room) ?? new Map<string, Set<string>>();
        folders.set(room, edges.set(from.folder, (edges.get(from.folder) ?? new Set()).add(to.folder)));
      }
    }
  }
  for (const [room, edges] of folders)
    if (all[room]?.together === undefined)
      for (const circle of findCircles(edges))
        found.add(`${room}: ${circle.join(", ")} import each other in a circle. Put one on a floor above the others.`);
  return [...found];
}

/**
 * Checks that large folders have an order inside.
 * @param paths the sources, by their path in the repository
 * @returns one sentence for each folder with too many files of its own
 */
export function checkFolderSizes(paths: Iterable<string>): string[] {
  const files = new Map<string, number>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  return [...files]
    .filter(([folder, count]) => count > mostFiles && !catalogues.includes(folder) && !unordered.includes(folder))
    .map(([folder, count]) => `${folder} has ${count} files: give it folders of at most ${mostFiles}.`);
}
