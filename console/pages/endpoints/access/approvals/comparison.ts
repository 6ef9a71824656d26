import type { ApprovalRule } from "@ferrule/contract/resources/approval.ts";

type Scalar = string | number | boolean;
type Schema = Readonly<Record<string, unknown>>;

/** How an argument is compared with a value. */
export const comparisons = ["over", "least", "under", "most", "is", "is-not"] as const;
export type Comparison = (typeof comparisons)[number];

/** One argument of a call, compared with a value: `amount` over 500. */
export interface Condition {
  /** The argument's name; empty until it is entered. */
  property: string;
  comparison: Comparison;
  /** A number for all comparisons but `is` and `is-not`. NaN until it is entered. */
  value: Scalar;
}

const keywords = {
  over: "exclusiveMinimum",
  least: "minimum",
  under: "exclusiveMaximum",
  most: "maximum",
} as const;

/** Whether the comparison is one of size, which needs a number. */
export const isOfSize = (comparison: Comparison): comparison is keyof typeof keywords => comparison in keywords;

/**
 * The JSON Schema of a condition. Arguments without the property do not match. A property that is not a number matches
 * every comparison of size, so a caller cannot avoid the approval with the text `"600"`.
 */
export function schemaOf({ property, comparison, value }: Condition): NonNullable<ApprovalRule["when"]> {
  const compared: Record<string, Scalar | Record<string, Scalar>> = isOfSize(comparison)
    ? { [keywords[comparison]]: value }
    : comparison === "is"
      ? { const: value }
      : { not: { const: value } };
  return { type: "object", properties: { [property]: compared }, required: [property] };
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is Scalar => ["string", "number", "boolean"].includes(typeof value);
const onlyKeyOf = (schema: Schema): string | undefined => {
  const keys = Object.keys(schema);
  return keys.length === 1 ? keys[0] : undefined;
};

/** The comparison and value in a property's schema; null if it says something else. */
function comparedIn(schema: Schema): Pick<Condition, "comparison" | "value"> | null {
  const key = onlyKeyOf(schema);
  if (key === undefined) return null;
  const value = schema[key];
  const size = comparisons.filter(isOfSize).find((one) => keywords[one] === key);
  if (size !== undefined) return typeof value === "number" ? { comparison: size, value } : null;
  if (key === "const") return isScalar(value) ? { comparison: "is", value } : null;
  if (key !== "not" || !isSchema(value) || onlyKeyOf(value) !== "const") return null;
  return isScalar(value["const"]) ? { comparison: "is-not", value: value["const"] } : null;
}

/** The condition whose `schemaOf` is this schema; null if no condition has it. */
export function conditionOf(schema: Schema): Condition | null {
  const { type, properties, required, ...others } = schema;
  if (type !== "object" || !isSchema(properties) || !Array.isArray(required) || Object.keys(others).length > 0)
    return null;
  const property = onlyKeyOf(properties);
  if (property === undefined || required.length !== 1 || required[0] !== property) return null;
  const about = properties[property];
  const compared = isSchema(about) ? comparedIn(about) : null;
  return compared && { property, ...compared };
}
