/** Whether a value is of a type of JSON Schema. A number that JSON cannot write has no type. */
export function isOfType(value: unknown, type: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "number") return Number.isFinite(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type && (type === "string" || type === "boolean");
}

/** The types that a schema names; null when it names none. */
export function typesOf({ type }: Record<string, unknown>): string[] | null {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? (type as string[]) : null;
}
