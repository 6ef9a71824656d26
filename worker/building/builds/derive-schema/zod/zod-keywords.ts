import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import ts from "typescript-compiler";
import type { ZodCall } from "./zod-chain.ts";

/** Undefined: JSON Schema cannot express the call. */
export type Keywords = JsonSchema | undefined;

function numberOf(node: ts.Expression | undefined): number | undefined {
  if (node === undefined) return undefined;
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll("_", ""));
  const isNegative = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken;
  const inner = isNegative ? numberOf(node.operand) : undefined;
  return inner === undefined ? undefined : -inner;
}
const textOf = (node: ts.Expression | undefined) =>
  node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;

/** A literal as JSON. Undefined for anything that would have to run. */
function literalOf(node: ts.Expression | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  return textOf(node) ?? numberOf(node);
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
const longestPattern = 200;
const isPortable = (source: string) => source.length <= longestPattern && !/\(\?[=!<]|\\[1-9k]/.test(source);

function patternOf({ name, args: [first] }: ZodCall): Keywords {
  const text = textOf(first);
  if (name === "regex") {
    const [, source = "", flags = ""] =
      first !== undefined && ts.isRegularExpressionLiteral(first) ? (/^\/(.*)\/([a-z]*)$/s.exec(first.text) ?? []) : [];
    return source !== "" && (flags === "" || flags === "u") && isPortable(source) ? { pattern: source } : undefined;
  }
  if (text === undefined || text.length > longestPattern / 2) return undefined;
  if (name === "startsWith") return { pattern: `^${escape(text)}` };
  return { pattern: name === "endsWith" ? `${escape(text)}$` : escape(text) };
}

const formats: Record<string, string> = {
  date: "date",
  datetime: "date-time",
  duration: "duration",
  email: "email",
  guid: "uuid",
  ipv4: "ipv4",
  ipv6: "ipv6",
  time: "time",
  url: "uri",
  uuid: "uuid",
  uuidv4: "uuid",
  uuidv7: "uuid",
};

type Limit = "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum";
const limits: Record<string, Limit> = {
  gt: "exclusiveMinimum",
  gte: "minimum",
  lt: "exclusiveMaximum",
  lte: "maximum",
  max: "maximum",
  min: "minimum",
};
const signs: Record<string, JsonSchema> = {
  negative: { exclusiveMaximum: 0 },
  nonnegative: { minimum: 0 },
  nonpositive: { maximum: 0 },
  positive: { exclusiveMinimum: 0 },
};

function ofNumber({ name, args: [first] }: ZodCall): Keywords {
  const value = numberOf(first);
  const limit = limits[name];
  if (name === "int" || name === "safe") return name === "int" ? { type: "integer" } : {};
  if (name in signs) return signs[name];
  if (value === undefined) return undefined;
  if (limit !== undefined) return { [limit]: value };
  return (name === "multipleOf" || name === "step") && value > 0 ? { multipleOf: value } : undefined;
}

function ofSized({ name, args: [first] }: ZodCall, unit: "Length" | "Items"): Keywords {
  const value = numberOf(first);
  if (name === "nonempty") return { [`min${unit}`]: 1 };
  if (value === undefined || value < 0) return undefined;
  if (name === "length") return { [`min${unit}`]: value, [`max${unit}`]: value };
  return name === "min" || name === "max" ? { [`${name}${unit}`]: value } : undefined;
}

/** The keywords that one call adds to a schema of these JSON types. `{}`: nothing beyond its type. */
export function zodKeywords(call: ZodCall, types: readonly string[]): Keywords {
  const { name, args } = call;
  const [first] = args;
  if (name === "describe") return textOf(first) === undefined ? undefined : { description: textOf(first) };
  if (name === "default" || name === "prefault")
    return literalOf(first) === undefined ? undefined : { default: literalOf(first) };
  if (name === "meta") return metaOf(first);
  if (types.includes("string")) {
    if (Object.hasOwn(formats, name)) return { format: formats[name] };
    if (["regex", "startsWith", "endsWith", "includes"].includes(name)) return patternOf(call);
    return ofSized(call, "Length");
  }
  if (types.includes("number") || types.includes("integer")) return ofNumber(call);
  return types.includes("array") ? ofSized(call, "Items") : undefined;
}

function metaOf(node: ts.Expression | undefined): Keywords {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  const found: JsonSchema = {};
  for (const property of node.properties) {
    if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) continue;
    const text = textOf(property.initializer);
    if (text !== undefined && ["title", "description"].includes(property.name.text)) found[property.name.text] = text;
  }
  return found;
}
