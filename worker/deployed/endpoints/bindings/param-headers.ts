import type { IncomingHttpHeaders } from "node:http";
import { isExactNumber } from "@ferrule/contract/json/exact-number.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { decodeHeaderValue } from "./header-value.ts";

/** A parameter that clients mirror into a header. */
interface ParamHeader {
  /** Lower case, as in Node's headers. */
  header: string;
  path: readonly string[];
  numeric: boolean;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const decimal = /^-?\d+(?:\.\d+)?$/;
const deepest = 16;

/** The parameters with `x-mcp-header` that can be reached from the root through `properties` alone. */
export function paramHeadersOf(schema: JsonSchema): ParamHeader[] {
  const found: ParamHeader[] = [];
  const visit = (value: unknown, path: readonly string[]) => {
    if (value === null || typeof value !== "object" || path.length > deepest) return;
    const { "x-mcp-header": name, type, properties } = value as Record<string, unknown>;
    if (path.length > 0 && typeof name === "string" && token.test(name)) {
      found.push({ header: `mcp-param-${name.toLowerCase()}`, path, numeric: type === "integer" || type === "number" });
    }
    if (properties === null || typeof properties !== "object") return;
    for (const [key, property] of Object.entries(properties)) visit(property, [...path, key]);
  };
  visit(schema, []);
  return found;
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let at = root;
  for (const key of path) {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** The header that differs from the body; null when none does (MCP 2026-07-28, Streamable HTTP, "Custom headers"). */
export function mismatchedParam(
  params: readonly ParamHeader[],
  given: unknown,
  headers: IncomingHttpHeaders,
): string | null {
  for (const { header, path, numeric } of params) {
    const value = valueAt(given, path);
    const sent = headers[header];
    const decoded = typeof sent === "string" ? decodeHeaderValue(sent) : undefined;
    if (decoded === null) return header;
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
    if (decoded === undefined) return header;
    const same =
      numeric && typeof value === "number" && decimal.test(decoded)
        ? Number(decoded) === value && isExactNumber(decoded)
        : decoded === String(value);
    if (!same) return header;
  }
  return null;
}
