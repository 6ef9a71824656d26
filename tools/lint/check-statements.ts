import { readers, tableOwners, type Reader } from "./table-owners.ts";
import { tablesIn } from "./tables-in.ts";

const isTest = (path: string) => /\.test\.ts$|\/testing\//.test(path);
const isQueries = (path: string) => /\/queries(\.ts$|\/)/.test(path);
const created = /\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g;
const dropped = /^drop table (\w+)/gm;

/**
 * `${value}::text is null or …` serves every combination of conditions with one text. A cached plan must suit every
 * value, so it uses no index.
 */
const testsValue = /\}(?:::\w+(?:\[\])?)? is null or\b/;

/** The owner of each table. */
const ownerOf = new Map(
  Object.entries(tableOwners).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
);

/**
 * Problems of the owner list itself: a table of the migrations has no owner, or no migration creates an owned table, or one drops it.
 */
function checkOwners(migrations: ReadonlyMap<string, string>): string[] {
  const named = (pattern: RegExp) =>
    new Set([...migrations.values()].flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name)));
  const made = named(created).difference(named(dropped));
  return [
    ...[...made]
      .filter((table) => !ownerOf.has(table))
      .map((table) => `The table ${table} has no owner in table-owners.ts.`),
    ...[...ownerOf.keys()]
      .filter((table) => !made.has(table))
      .map((table) => `No migration creates ${table}, which table-owners.ts names.`),
  ];
}

/**
 * Checks where SQL is, and whose tables it names. The control plane's statements are in `queries.ts` or `queries/` of a
 * slice, and in `store/`. A slice writes only its own tables, and reads others' only if `readers` gives a reason. No
 * statement may test a value for null; it must leave the condition out instead.
 * @param sources the sources of the control plane, by their path in the repository
 * @param migrations the texts of the migrations, by their path
 * @returns one sentence for each finding
 */
export function checkStatements(
  sources: ReadonlyMap<string, string>,
  migrations: ReadonlyMap<string, string>,
  allowed: readonly Reader[] = readers,
): string[] {
  const found = checkOwners(migrations);
  const unused = new Set(
    allowed.flatMap(({ files }) =>
      Object.entries(files).flatMap(([file, tables]) => tables.map((table) => `${file} ${table}`)),
    ),
  );
  const mayRead = new Set(unused);
  for (const [path, text] of sources) {
    const [room, , slice = "", ...rest] = path.split("/");
    if (room !== "control-plane" || isTest(path) || slice === "store") continue;
    const { holdsSql, reads, writes } = tablesIn(path, text);
    if (holdsSql && !isQueries(path)) found.push(`${path} holds SQL: move it into the slice's queries.ts.`);
    if (testsValue.test(text))
      found.push(`${path} tests a value for null: leave the condition out, or a kept plan uses no index for it.`);
    const isForeign = (table: string) => ownerOf.has(table) && ownerOf.get(table) !== slice;
    for (const table of writes)
      if (isForeign(table)) found.push(`${path} writes ${table}, which belongs to ${ownerOf.get(table)}.`);
    for (const table of reads) {
      const entry = `${[slice, ...rest].join("/")} ${table}`;
      unused.delete(entry);
      if (isForeign(table) && !mayRead.has(entry))
        found.push(
          `${path} reads ${table}: call what ${ownerOf.get(table)} exports, or say in table-owners.ts why not.`,
        );
    }
  }
  for (const entry of unused) found.push(`table-owners.ts lets ${entry.replace(" ", " read ")}, which it does not.`);
  return found;
}
