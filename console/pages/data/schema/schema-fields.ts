type Schema = Record<string, unknown>;

export interface RecordField {
  /** The path inside the record's data: `customer.city`. */
  path: string;
  /** `string`, `number`, `integer`, `boolean`, `object`, `array`; empty if the schema does not say. */
  type: string;
  required: boolean;
}

const asSchema = (value: unknown): Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
const typeOf = (schema: Schema) => {
  const named = [schema["type"]].flat().find((one) => typeof one === "string" && one !== "null");
  return typeof named === "string" ? named : "";
};

/** The top-level fields, which are the grid's columns, in the schema's order. */
export function columnsOf(schema: unknown): RecordField[] {
  const { properties, required } = asSchema(schema);
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(asSchema(properties)).map(([path, inner]) => ({
    path,
    type: typeOf(asSchema(inner)),
    required: needed.has(path),
  }));
}

const deepest = 4;

/** Every field that a query can use, including those inside objects; at most four levels deep. */
export function pathsOf(schema: unknown, before = "", depth = 1): RecordField[] {
  return columnsOf(schema).flatMap((field) => {
    const path = before + field.path;
    const inner = asSchema(asSchema(schema)["properties"])[field.path];
    const below = field.type === "object" && depth < deepest ? pathsOf(inner, `${path}.`, depth + 1) : [];
    return [{ ...field, path }, ...below];
  });
}

/** The value at a path of a record's data; undefined when there is none. */
export const valueAt = (data: unknown, path: string): unknown =>
  path.split(".").reduce((held, name) => asSchema(held)[name], data);

/** A value as a cell of the grid: short, on one line. */
export function cellText(value: unknown): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
