import { isObject } from "../../json-schema/is-object.ts";

interface FormChoice {
  value: string;
  title: string;
}

/** One field of a question's form, as a person sees it. */
export interface FormField {
  name: string;
  title: string;
  description: string;
  isRequired: boolean;
  kind: "text" | "number" | "integer" | "boolean" | "choice" | "choices";
  /** Of a choice, in their order. */
  choices: readonly FormChoice[];
  /** Of a text: `email`, `uri`, `date`, `date-time`; empty for any. */
  format: string;
  /** What stands in it at first; undefined: nothing. */
  preset: unknown;
}

type Schema = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function choicesIn({ enum: values, oneOf, anyOf }: Schema): FormChoice[] {
  if (Array.isArray(values)) return values.map((value) => ({ value: String(value), title: String(value) }));
  const titled = oneOf ?? anyOf;
  if (!Array.isArray(titled)) return [];
  return titled.filter(isObject).map((one) => {
    const value = textOf(one["const"]);
    return { value, title: textOf(one["title"]) || value };
  });
}

function kindOf(schema: Schema, choices: readonly FormChoice[]): FormField["kind"] {
  const { type } = schema;
  if (type === "array") return "choices";
  if (type === "number" || type === "integer" || type === "boolean") return type;
  return choices.length > 0 ? "choice" : "text";
}

/** The fields of a question's form, in their order. The schema has passed `questionProblems`. */
export function formFields(schema: Schema): FormField[] {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = new Set<unknown>(Array.isArray(schema["required"]) ? schema["required"] : []);
  return Object.entries(properties).map(([name, given]) => {
    const field: Schema = isObject(given) ? given : {};
    const choices = choicesIn(field["type"] === "array" && isObject(field["items"]) ? field["items"] : field);
    return {
      name,
      title: textOf(field["title"]) || name,
      description: textOf(field["description"]),
      isRequired: required.has(name),
      kind: kindOf(field, choices),
      choices,
      format: textOf(field["format"]),
      preset: field["default"],
    };
  });
}

/** What stands in a form at first. A required box that has no default is not ticked. */
export function presetsOf(fields: readonly FormField[]): Record<string, unknown> {
  const known = fields.flatMap(({ name, kind, isRequired, preset }): [string, unknown][] => {
    if (preset !== undefined) return [[name, preset]];
    if (kind === "boolean" && isRequired) return [[name, false]];
    return kind === "choices" && isRequired ? [[name, []]] : [];
  });
  return Object.fromEntries(known);
}

const isYes = new Set(["true", "yes", "y", "1"]);
const isNo = new Set(["false", "no", "n", "0"]);

function choiceOf({ choices }: FormField, text: string): string {
  const found = choices.find(({ value }) => value === text) ?? choices.find(({ title }) => title === text);
  // The schema says what is wrong with another value.
  return found?.value ?? text;
}

/** The value of a field that somebody typed as a text; undefined: it is left out. The schema checks it afterwards. */
export function readTyped(field: FormField, text: string): unknown {
  const typed = text.trim();
  if (field.kind === "text") return text === "" ? undefined : text;
  if (typed === "") return undefined;
  switch (field.kind) {
    case "boolean":
      return isYes.has(typed.toLowerCase()) ? true : isNo.has(typed.toLowerCase()) ? false : typed;
    case "choice":
      return choiceOf(field, typed);
    case "choices":
      return typed.split(",").map((one) => choiceOf(field, one.trim()));
    default:
      return /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(typed) ? Number(typed) : typed;
  }
}
