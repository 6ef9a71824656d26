import { floorsOf, type Floors } from "./floors.ts";
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
 * Checks that no folder imports from a floor above it, by `floors.ts`. Type imports count.
 * @param sources the texts of the sources, by their path in the repository
 * @returns one sentence for each import that leads up, and for each folder without a floor
 */
export function checkFloors(
  sources: ReadonlyMap<string, string>,
  all: Readonly<Record<string, Floors>> = floorsOf,
): string[] {
  const found = new Set<string>();
  for (const [path, text] of sources) {
    if (isForTests(path)) continue;
    for (const [room, floors] of Object.entries(all)) {
      const from = path.startsWith(`${room}/`) ? placeOf(room, path, floors) : null;
      if (from?.floor === -1) found.add(`${room}/${from.folder} has no floor: list it in tools/lint/floors.ts.`);
      if (from === null || from.floor === -1) continue;
      for (const target of importsOf(path, text)) {
        if (!target.startsWith(`${room}/`) || !sources.has(target)) continue;
        const to = placeOf(room, target, floors);
        if (to !== null && to.floor > from.floor)
          found.add(`${path} imports ${target}, but ${to.folder} stands above ${from.folder} (tools/lint/floors.ts).`);
      }
    }
  }
  return [...found];
}
