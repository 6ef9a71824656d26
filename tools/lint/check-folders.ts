import { importsOf } from "./imports-of.ts";
import { foldersThatMeet } from "./folders-that-meet.ts";

/** These folders hold two rooms on different layers: what handlers use, and what calls them. */
const divided: ReadonlySet<string> = new Set(["control-plane/http"]);

/** Test code may import from anywhere. */
const isForTests = (path: string) => /\.test\.tsx?$|\/testing[./]/.test(path);

/** A file's folder one level below its package; undefined for a file of the package itself. */
function folderOf(path: string): string | undefined {
  const [room, folder, inside, ...rest] = path.split("/");
  if (inside === undefined) return undefined;
  const whole = `${room}/${folder}`;
  return divided.has(whole) && rest.length > 0 ? `${whole}/${inside}` : whole;
}

/**
 * The pairs of folders that import each other, one text each: neither can be read, moved or tested without the other.
 * Type imports count. Only a pair listed in `folders-that-meet.ts` may do so, and a listed pair must: the list can only
 * shrink.
 * @param sources the texts of the sources, by their path in the repository
 */
export function checkFolders(
  sources: ReadonlyMap<string, string>,
  mayMeet: Readonly<Record<string, string>> = foldersThatMeet,
): string[] {
  /** By "from to", the imports that lead there. */
  const ways = new Map<string, string[]>();
  for (const [path, text] of sources) {
    const from = folderOf(path);
    if (from === undefined || isForTests(path)) continue;
    for (const target of importsOf(path, text)) {
      const to = folderOf(target);
      if (to === undefined || to === from || !sources.has(target)) continue;
      const way = `${from} ${to}`;
      ways.set(way, [...(ways.get(way) ?? []), `  ${path} imports ${target}`]);
    }
  }
  const meeting = new Map<string, string>();
  for (const [way, there] of ways) {
    const [from = "", to = ""] = way.split(" ");
    const back = ways.get(`${to} ${from}`);
    if (back === undefined || from > to) continue;
    const fewer = there.length < back.length ? there : back;
    meeting.set(`${from} ${to}`, [`${from} and ${to} import each other:`, ...fewer].join("\n"));
  }
  const gone = Object.keys(mayMeet).filter((pair) => !meeting.has(pair));
  return [
    ...[...meeting].filter(([pair]) => !Object.hasOwn(mayMeet, pair)).map(([, told]) => told),
    ...gone.map(
      (pair) => `${pair.replace(" ", " and ")} no longer import each other: take them off folders-that-meet.ts.`,
    ),
  ];
}
