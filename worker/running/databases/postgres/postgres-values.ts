import { parse as parseArray } from "postgres-array";
import { jsonValue } from "../json-value.ts";

type Parse = (text: string) => unknown;

const number: Parse = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);
/** In UTC, like the session: `2026-01-02 03:04:05.678+00` becomes `2026-01-02T03:04:05.678Z`. */
const instant: Parse = (text) => text.replace(" ", "T").replace(/\+00$/, "Z");
const local: Parse = (text) => text.replace(" ", "T");
const bytes: Parse = (text) => Buffer.from(text.slice(2), "hex").toString("base64");
const asIs: Parse = (text) => text;

/** By the type's number in `pg_type`. Any other type stays in the server's own text. */
const scalars: Record<number, Parse> = {
  16: (text) => text === "t",
  17: bytes,
  21: number,
  23: number,
  26: number,
  700: number,
  701: number,
  114: jsonValue,
  3802: jsonValue,
  1114: local,
  1184: instant,
};

/** Array types by number, with the type of their elements. */
const arrays: Record<number, number> = {
  1000: 16,
  1001: 17,
  1005: 21,
  1007: 23,
  1016: 20,
  1028: 26,
  1021: 700,
  1022: 701,
  199: 114,
  3807: 3802,
  1115: 1114,
  1185: 1184,
  1009: 25,
  1015: 1043,
  1014: 1042,
  1002: 18,
  1003: 19,
  1182: 1082,
  1183: 1083,
  1231: 1700,
  2951: 2950,
};

/** The parser for the text of a value of this type. See the table in docs/databases.md. */
export function postgresParser(oid: number): Parse {
  const element = arrays[oid];
  if (element === undefined) return scalars[oid] ?? asIs;
  const parse = scalars[element] ?? asIs;
  return (text) => parseArray(text, parse);
}

/** The TypeScript type of a row's value for a column type. `udt` is as in `information_schema.columns`. */
export function postgresJsonType(udt: string): string {
  const simple: Record<string, string> = {
    bool: "boolean",
    int2: "number",
    int4: "number",
    oid: "number",
    float4: "number",
    float8: "number",
    json: "unknown",
    jsonb: "unknown",
  };
  if (!udt.startsWith("_")) return simple[udt] ?? "string";
  const element = simple[udt.slice(1)] ?? "string";
  return element === "unknown" ? "unknown[]" : `(${element} | null)[]`;
}
