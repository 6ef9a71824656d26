import type { ConnectionKind } from "@ferrule/contract/resources/connection.ts";
import { z } from "zod";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { mysqlTime } from "./mysql/mysql-time.ts";
import type { ServerStatement } from "./session.ts";

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const time = z.strictObject({ time: z.string().max(40) });
const bytes = z.strictObject({ base64: z.string() });
type Single = z.infer<typeof scalar> | z.infer<typeof time> | z.infer<typeof bytes>;
type Element = Single | Element[];
/** PostgreSQL's arrays have at most six dimensions. */
const elements = Array.from({ length: 6 }).reduce<z.ZodType<Element[]>>(
  (inner) => z.array(z.union([scalar, time, bytes, inner])).max(100_000),
  z.array(z.never()),
);
/** The parts between two texts of a statement: a value, a time, bytes, a list (PostgreSQL), JSON, or a name. */
const slot = z.union([
  z.strictObject({ value: scalar }),
  time,
  z.strictObject({ array: elements }),
  bytes,
  z.strictObject({ json: z.string() }),
  z.strictObject({ names: z.array(z.string().min(1).max(128)).min(1).max(3) }),
]);

/** A statement in the form that the prelude sends. `texts` has one element more than `slots`. */
export const statement = z.strictObject({
  texts: z.array(z.string()).min(1).max(65_536),
  slots: z.array(slot).max(65_535),
});
export type Statement = z.infer<typeof statement>;

const invalid = (message: string) => new HostCallError("VALIDATION_ERROR", message);

function quoted(names: readonly string[], kind: ConnectionKind): string {
  if (names.some((name) => name.includes("\0"))) throw invalid("A name in a statement must not hold NUL.");
  const mark = kind === "mysql" ? "`" : '"';
  return names.map((name) => mark + name.replaceAll(mark, mark + mark) + mark).join(".");
}

const quote = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** One element of a PostgreSQL array, quoted so that its content is never parsed. */
function element(value: Element): string {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return arrayText(value);
  if (typeof value !== "object") return quote(String(value));
  return quote("time" in value ? value.time : `\\x${Buffer.from(value.base64, "base64").toString("hex")}`);
}

const arrayText = (values: readonly Element[]): string => `{${values.map(element).join(",")}}`;

function valueOf(given: z.infer<typeof slot>, kind: ConnectionKind): ServerStatement["values"][number] {
  if ("value" in given) {
    // MySQL refuses a LIMIT that comes as a floating point number. It converts a number's text as needed.
    if (typeof given.value === "number") return String(given.value);
    if (typeof given.value === "boolean" && kind === "postgresql") return given.value ? "true" : "false";
    return given.value;
  }
  if ("time" in given) return kind === "mysql" ? (mysqlTime(given.time) ?? given.time) : given.time;
  if ("base64" in given) return Buffer.from(given.base64, "base64");
  if ("json" in given) return given.json;
  if ("array" in given) {
    if (kind === "mysql") throw invalid("MySQL has no arrays. Write `in (${ctx.sql.list(values)})`.");
    return arrayText(given.array);
  }
  throw invalid("A name cannot be sent as a value.");
}

/**
 * The text for the server, with `$1` or `?` for each value, and the values. Names become quoted names; no other slot
 * becomes part of the text.
 * @throws HostCallError VALIDATION_ERROR
 */
export function serverStatement({ texts, slots }: Statement, kind: ConnectionKind): ServerStatement {
  if (texts.length !== slots.length + 1) throw invalid("A statement is written as a template: ctx.sql`select …`.");
  const values: ServerStatement["values"] = [];
  let text = texts[0] ?? "";
  for (const [at, given] of slots.entries()) {
    if ("names" in given) text += quoted(given.names, kind);
    else {
      values.push(valueOf(given, kind));
      text += kind === "mysql" ? "?" : `$${values.length}`;
    }
    text += texts[at + 1] ?? "";
  }
  if (text.includes("\0")) throw invalid("A statement must not hold NUL.");
  return { text, values };
}
