export type SchemaObject = Record<string, unknown>;

interface Place {
  /** JSON pointer from the root. */
  pointer: string;
  schema: SchemaObject;
}

const single = [
  "not",
  "if",
  "then",
  "else",
  "items",
  "contains",
  "additionalProperties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentSchema",
];
const listed = ["allOf", "anyOf", "oneOf", "prefixItems"];
const named = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

const isObject = (value: unknown): value is SchemaObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function childrenOf({ pointer, schema }: Place): Place[] {
  const places: { pointer: string; schema: unknown }[] = [];
  for (const keyword of single) places.push({ pointer: `${pointer}/${keyword}`, schema: schema[keyword] });
  for (const keyword of listed) {
    const list: unknown = schema[keyword];
    if (!Array.isArray(list)) continue;
    list.forEach((one: unknown, index) => places.push({ pointer: `${pointer}/${keyword}/${index}`, schema: one }));
  }
  for (const keyword of named) {
    const map = schema[keyword];
    if (!isObject(map)) continue;
    for (const [name, one] of Object.entries(map)) {
      places.push({ pointer: `${pointer}/${keyword}/${name.slice(0, 100)}`, schema: one });
    }
  }
  return places.filter((place): place is Place => isObject(place.schema));
}

/**
 * * Every schema inside a JSON Schema 2020-12 document, itself first: where its vocabularies put schemas (JSON
 * Schema Core section 10, Validation), and not inside data such as `enum`, `const`, `default` or `examples`.
 */
export function* embeddedSchemas(root: SchemaObject): Generator<Place> {
  const open: Place[] = [{ pointer: "", schema: root }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    yield place;
    open.push(...childrenOf(place));
  }
}
