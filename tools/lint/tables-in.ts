import { parseSync, Visitor, type Expression } from "oxc-parser";

/** How one source uses the database. */
export interface Statements {
  /** Whether it contains SQL, as text or through the query builder. */
  holdsSql: boolean;
  /** The tables that it names, by their names in the database. */
  reads: Set<string>;
  writes: Set<string>;
}

const starts = new Set(["selectFrom", "insertInto", "updateTable", "deleteFrom", "mergeInto"]);
const joins = /^(inner|left|right|full|cross)Join(Lateral)?$|^(from|using)$/;
const writing = new Set(["insertInto", "updateTable", "deleteFrom", "mergeInto"]);

/** What `store/` offers to do with a table that is named. */
const helpers = new Set(["keptByName", "rowsOf", "rowsWithin", "revise", "leasedRows"]);

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `cronRuns as run` is `cron_runs`. */
const tableOf = (name: string) => snake(name.split(" ")[0] ?? "");

const readPattern =
  /\b(?:from|join|using)\s+((?:only\s+)?\w+(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)*)/gi;
const writePattern = /\b(?:insert\s+into|delete\s+from|(?<!for\s|do\s)update)\s+(\w+)/gi;

function readText(text: string, { reads, writes }: Statements): void {
  for (const [, list = ""] of text.matchAll(readPattern))
    for (const item of list.split(","))
      reads.add(
        item
          .trim()
          .replace(/^only\s+/i, "")
          .split(/\s/)[0] ?? "",
      );
  for (const [, table = ""] of text.matchAll(writePattern)) writes.add(table);
}

/** The texts in the first argument of a query builder: `"jobs"`, or several in a list. */
function literals(argument: Expression | undefined): string[] {
  const elements = argument?.type === "ArrayExpression" ? argument.elements : [argument];
  return elements.flatMap((each) => (each?.type === "Literal" && typeof each.value === "string" ? [each.value] : []));
}

/** Every source with a statement contains one of these. The others, half of all, need not be parsed. */
const sign =
  /\bsql\b|\b(?:select|delete)From\b|\b(?:insert|merge)Into\b|\bupdateTable\b|Join|\.\s*(?:from|using)\b|\b(?:keptByName|rowsOf|rowsWithin|revise|leasedRows)\b|["'](?:\s|\\[nrt])*(?:select|insert into|update|delete from|with)\s/;

/** Finds the statements of a source. A table whose name is computed at run time is not found. */
export function tablesIn(path: string, text: string): Statements {
  const found: Statements = { holdsSql: false, reads: new Set(), writes: new Set() };
  if (!sign.test(text)) return found;
  const { program } = parseSync(path, text);
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type === "Identifier" && helpers.has(callee.name)) {
        found.holdsSql = true;
        for (const each of given)
          if (each.type === "Literal" && typeof each.value === "string") found.writes.add(tableOf(each.value));
      }
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      const { name } = callee.property;
      if (starts.has(name)) found.holdsSql = true;
      else if (!joins.test(name)) return;
      const [first] = given;
      if (first === undefined || first.type === "SpreadElement") return;
      for (const table of literals(first)) (writing.has(name) ? found.writes : found.reads).add(tableOf(table));
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== "Identifier" || tag.name !== "sql") return;
      found.holdsSql = true;
      readText(quasi.quasis.map(({ value }) => value.raw).join(" ? "), found);
    },
    Literal({ value }) {
      if (typeof value !== "string" || !/^\s*(select|insert into|update|delete from|with)\s+\w+\s/.test(value)) return;
      if (!/\b(from|set|values|as)\b/.test(value)) return;
      found.holdsSql = true;
      readText(value, found);
    },
  }).visit(program);
  return found;
}
