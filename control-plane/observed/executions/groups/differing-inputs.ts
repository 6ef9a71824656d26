import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";

interface Share {
  value: string;
  count: number;
}

/** A member of the inputs whose values differ between failures and successes. */
export interface DifferingInput {
  /** A JSON pointer (RFC 6901). */
  path: string;
  failed: Share[];
  succeeded: Share[];
}

const [deepest, mostMembers, mostShown, longestValue, mostValues] = [4, 200, 20, 80, 3];
const missing = "(missing)";

const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
  if (Array.isArray(value) && value.length > 3) return `a list of ${value.length}`;
  const text = canonicalJson(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** The values of an input by their JSON pointers: of objects their members, of everything else the value. */
function leavesOf(input: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  const visit = (value: unknown, path: string, depth: number) => {
    if (leaves.size >= mostMembers) return;
    if (!isBranch(value) || depth >= deepest) leaves.set(path, shown(value));
    else for (const [name, held] of Object.entries(value)) visit(held, `${path}/${escaped(name)}`, depth + 1);
  };
  visit(input, "", 0);
  return leaves;
}

function sharesOf(inputs: readonly Map<string, string>[], path: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const leaves of inputs) {
    const value = leaves.get(path) ?? missing;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

const most = (counts: ReadonlyMap<string, number>): Share[] =>
  [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, mostValues);

/**
 * How far two distributions are apart, 0 to 1 (half of the sum of differences). A member whose values are all different,
 * such as an id, tells nothing: there, neither side has a value that stands for many.
 */
function distance(one: ReadonlyMap<string, number>, ones: number, other: ReadonlyMap<string, number>, others: number) {
  const isScattered = (counts: ReadonlyMap<string, number>, all: number) => all > 2 && counts.size > all / 2;
  if (isScattered(one, ones) && isScattered(other, others)) return 0;
  let sum = 0;
  for (const value of new Set([...one.keys(), ...other.keys()]))
    sum += Math.abs((one.get(value) ?? 0) / ones - (other.get(value) ?? 0) / others);
  return sum / 2;
}

const least = 0.5;

/** The members of the inputs whose values differ most between failures and successes, the clearest first, at most 20. */
export function differingInputs(failures: readonly unknown[], successes: readonly unknown[]): DifferingInput[] {
  if (failures.length === 0 || successes.length === 0) return [];
  const [failed, succeeded] = [failures.map(leavesOf), successes.map(leavesOf)];
  const paths = new Set([...failed, ...succeeded].flatMap((leaves) => [...leaves.keys()]));
  return [...paths]
    .map((path) => {
      const [one, other] = [sharesOf(failed, path), sharesOf(succeeded, path)];
      const apart = distance(one, failed.length, other, succeeded.length);
      return { path, apart, failed: most(one), succeeded: most(other) };
    })
    .filter(({ apart }) => apart >= least)
    .sort((one, other) => other.apart - one.apart || (one.path < other.path ? -1 : 1))
    .slice(0, mostShown)
    .map(({ apart: _apart, ...member }) => member);
}
