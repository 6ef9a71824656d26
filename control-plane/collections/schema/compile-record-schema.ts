import { Validator, type OutputUnit, type Schema } from "@cfworker/json-schema";
import type { Issue } from "../../http/validation-issues.ts";
import { withLinearPatterns } from "./linear-patterns.ts";

/** What does not fit, at most 20 of it, by paths that begin with `data`; no message holds a value. */
export type CheckData = (data: unknown) => Issue[];

const most = 20;
/** They say only that something below them failed, which says it itself. */
const carriers = new Set([
  "properties",
  "items",
  "prefixItems",
  "additionalProperties",
  "$ref",
  "allOf",
  "propertyNames",
]);

const sentences: Record<string, string> = {
  type: "is of another type than the schema says",
  required: "is required",
  false: "is not known here",
  enum: "is none of the allowed values",
  const: "is not the allowed value",
  format: "does not have the format that the schema says",
  pattern: "does not match the pattern",
  minimum: "is too small",
  exclusiveMinimum: "is too small",
  maximum: "is too large",
  exclusiveMaximum: "is too large",
  multipleOf: "is not a multiple of what the schema says",
  minLength: "is too short",
  maxLength: "is too long",
  minItems: "has too few items",
  maxItems: "has too many items",
  uniqueItems: "has an item twice",
  anyOf: "fits none of the alternatives",
  oneOf: "does not fit exactly one of the alternatives",
};

const decode = (part: string) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");

function toIssue({ instanceLocation, keyword, error }: OutputUnit): Issue {
  const parts = instanceLocation.split("/").slice(1).map(decode);
  const missing = keyword === "required" ? /property "([^]*)"\.$/.exec(error)?.[1] : undefined;
  const isPattern = keyword === "format" && error.includes('"pattern:');
  const path = ["data", ...parts, ...(missing === undefined ? [] : [missing])].map((part) => part.slice(0, 100));
  return {
    path: path.join(".").slice(0, 500),
    message: sentences[isPattern ? "pattern" : keyword] ?? `does not satisfy ${keyword} of the schema`,
  };
}

/**
 * Prepares a collection's schema (see `checkRecordSchema`) for checking data. The validator interprets the schema: no code
 * is made of it in this process, which holds the keys.
 */
export function compileRecordSchema(schema: object): CheckData {
  const validator = new Validator(withLinearPatterns(schema) as Schema, "2020-12", false);
  return (data) => {
    const { valid, errors } = validator.validate(data);
    if (valid) return [];
    // Alternatives of a union fail where they should: what counts is that the union did.
    const unions = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf" || keyword === "not");
    const isInside = ({ keywordLocation }: OutputUnit) =>
      unions.some((union) => keywordLocation.startsWith(`${union.keywordLocation}/`));
    const told = errors.filter((unit) => !carriers.has(unit.keyword) && !isInside(unit));
    const issues = (told.length > 0 ? told : errors).map(toIssue);
    const distinct = new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue]));
    return [...distinct.values()].slice(0, most);
  };
}
