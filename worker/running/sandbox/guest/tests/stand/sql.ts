import { noStandIn, refusal } from "./stand-error.ts";
import type { TestedPermissions } from "./permissions.ts";

interface SqlStandIn {
  match?: string | RegExp | ((statement: string, values: readonly unknown[]) => boolean);
  rows?: readonly unknown[] | ((values: readonly unknown[], statement: string) => readonly unknown[]);
  count?: number;
  insertId?: string | number | null;
  error?: string;
  times?: number;
}

type Rows = (statement: string, values: readonly unknown[]) => readonly unknown[];
export type SqlStandIns = Readonly<Record<string, readonly SqlStandIn[] | Rows>>;

type Slot =
  | { value: unknown }
  | { time: string }
  | { base64: string }
  | { array: unknown[] }
  | { json: string }
  | { names: string[] };

interface Asked {
  connection?: string | null;
  transaction?: number;
  texts?: string[];
  slots?: Slot[];
}

const invalid = (message: string) => refusal("VALIDATION_ERROR", message);
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function valueOf(slot: Slot): unknown {
  if ("value" in slot) return slot.value;
  if ("time" in slot) return slot.time;
  if ("base64" in slot) return slot.base64;
  if ("json" in slot) return JSON.parse(slot.json) as unknown;
  return "array" in slot ? slot.array : undefined;
}

/** The text of a statement with `$1` in place of its first value, and its values. */
function statementOf({ texts = [], slots = [] }: Asked): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  let text = texts[0] ?? "";
  for (const [at, slot] of slots.entries()) {
    text += "names" in slot ? slot.names.map(quoted).join(".") : `$${values.push(valueOf(slot))}`;
    text += texts[at + 1] ?? "";
  }
  return { text: text.trim(), values };
}

function isMatch({ match }: SqlStandIn, text: string, values: readonly unknown[]): boolean {
  if (match === undefined) return true;
  if (typeof match === "function") return match(text, values);
  return typeof match === "string" ? text.includes(match) : new RegExp(match).test(text);
}

/** The databases of one call. Statements are not run: a declared answer is returned for each. */
export function standInForSql(given: SqlStandIns, { connections = [] }: TestedPermissions) {
  const used = new Map<SqlStandIn, number>();
  const open = new Map<number, string>();
  let begun = 0;

  function connectionOf(named: string | null): string {
    const [only] = connections;
    if (named === null && only !== undefined && connections.length === 1) return only;
    if (named !== null && connections.includes(named)) return named;
    if (named === null && connections.length > 1)
      throw invalid(`This call was granted several connections: say which, as in ctx.sql("${only}")\`select …\`.`);
    const what = named === null ? "a connection to a database" : `the connection ${named}`;
    const message = `This call was not granted ${what}: the Function must declare it and the policy allow it.`;
    throw refusal("NOT_GRANTED", message);
  }

  function transactionOf(id: number): string {
    const found = open.get(id);
    if (found === undefined) throw invalid("The transaction has ended.");
    return found;
  }

  function answer(name: string, text: string, values: readonly unknown[]) {
    const stands = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof stands === "function") {
      const rows = stands(text, values);
      return { rows, count: rows.length, insertId: null };
    }
    const found = stands?.find((one) => (one.times ?? Infinity) > (used.get(one) ?? 0) && isMatch(one, text, values));
    if (found === undefined)
      throw noStandIn(`the statement ${text}`, `stand: { sql: { ${name}: [{ match: /…/, rows: [] }] } }`);
    used.set(found, (used.get(found) ?? 0) + 1);
    if (found.error !== undefined) throw refusal("QUERY_FAILED", found.error);
    const rows = typeof found.rows === "function" ? found.rows(values, text) : (found.rows ?? []);
    return { rows, count: found.count ?? rows.length, insertId: found.insertId ?? null };
  }

  return {
    query(asked: Asked): unknown {
      const { connection = null, transaction } = asked;
      const name = transaction === undefined ? connectionOf(connection) : transactionOf(transaction);
      const { text, values } = statementOf(asked);
      return answer(name, text, values);
    },
    begin({ connection = null }: Asked): number {
      const name = connectionOf(connection);
      open.set((begun += 1), name);
      return begun;
    },
    end({ transaction = 0 }: Asked): undefined {
      transactionOf(transaction);
      open.delete(transaction);
    },
    statementOf: (asked: Asked) => statementOf(asked),
  };
}
