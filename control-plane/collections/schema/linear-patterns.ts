import { format } from "@cfworker/json-schema";
import { RE2JS } from "re2js";

/** `\1` and `\k<name>`, behind an even number of backslashes. */
const backReference = /(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/;
const longest = 2_000;

/** Why a pattern is refused; null when it is not. RE2 matches in time that grows with the text alone, so it has no look-around. */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > longest) return `must be at most ${longest} characters`;
  if (backReference.test(pattern)) return "must have no back-references";
  try {
    RE2JS.compile(RE2JS.translateRegExp(pattern));
    return null;
  } catch {
    return "must be an expression without look-around and back-references, which can be matched in linear time";
  }
}

/** The validator would match a `pattern` by backtracking, but asks this table for a `format`. */
const prefix = "pattern:";

function formatOf(pattern: string): string {
  const name = prefix + pattern;
  const expression = RE2JS.compile(RE2JS.translateRegExp(pattern));
  format[name] ??= (text: string) => expression.test(text);
  return name;
}

/** A schema in which each `pattern` is matched in linear time. Its patterns have been checked. */
export function withLinearPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withLinearPatterns);
  if (typeof schema !== "object" || schema === null) return schema;
  const { pattern, allOf, ...rest } = schema as Record<string, unknown>;
  const kept = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withLinearPatterns(value)]));
  const all = Array.isArray(allOf) ? allOf.map(withLinearPatterns) : [];
  // A property may be called "pattern" too: its schema is no text.
  if (typeof pattern !== "string") {
    return {
      ...kept,
      ...(pattern === undefined ? {} : { pattern: withLinearPatterns(pattern) }),
      ...(allOf === undefined ? {} : { allOf: all }),
    };
  }
  return { ...kept, allOf: [...all, { format: formatOf(pattern) }] };
}
