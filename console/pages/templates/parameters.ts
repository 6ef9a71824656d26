export interface Parameter {
  name: string;
  /** `Max rows`. */
  label: string;
  description: string;
  type: string;
  /** The allowed values, when they are few. */
  choices: readonly string[] | null;
  initial: unknown;
}

type Schema = Record<string, unknown>;

const asSchema = (value: unknown): Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};

/** `maxRows` as `Max rows`, `apiUrl` as `API URL`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/\b(api|url|id)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A template's parameters, in the order of its schema. */
export const parametersOf = (schema: unknown): Parameter[] =>
  Object.entries(asSchema(asSchema(schema)["properties"])).map(([name, given]) => {
    const inner = asSchema(given);
    const choices = inner["enum"];
    return {
      name,
      label: labelOf(name),
      description: typeof inner["description"] === "string" ? inner["description"] : "",
      type: typeof inner["type"] === "string" ? inner["type"] : "object",
      choices: Array.isArray(choices) && choices.every((one) => typeof one === "string") ? choices : null,
      initial: inner["default"],
    };
  });

/** A template's default values. */
export const initialValues = (parameters: readonly Parameter[]): Record<string, unknown> =>
  Object.fromEntries(parameters.map(({ name, initial }) => [name, initial]));

/** The secrets that it will need with these values: if a parameter names a secret, the name follows the parameter. */
export const secretsWith = (
  required: readonly string[],
  parameters: readonly Parameter[],
  values: Readonly<Record<string, unknown>>,
): string[] =>
  required.map((secret) => {
    const given = parameters.find(({ initial }) => initial === secret);
    const value = given && values[given.name];
    return typeof value === "string" && value !== "" ? value : secret;
  });
