import { isObject } from "../../json-schema/is-object.ts";
import { namesSecret } from "./secret-field.ts";

/** Why a client cannot show a schema as a form, or must not. */
export interface SchemaProblem {
  code: "QUESTION_SCHEMA" | "QUESTION_NESTED" | "QUESTION_SECRET";
  /** The members that lead to the problem: `["properties", "address"]`. */
  path: string[];
  /** A whole sentence. */
  message: string;
}

export const questionLimits = {
  messageChars: 4_000,
  urlChars: 2_000,
  fields: 20,
  options: 100,
  textChars: 1_000,
  /** The JSON of one question. */
  chars: 16_384,
  /** The JSON of one answer. */
  answerChars: 65_536,
  /** Questions that one call has open together. */
  atOnce: 20,
  /** How long a person may take, in milliseconds. */
  timeoutMs: 600_000,
} as const;

const fieldName = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
const formats = ["email", "uri", "date", "date-time"];
const common = ["type", "title", "description", "default"];
const allowed: Readonly<Record<string, readonly string[]>> = {
  string: [...common, "minLength", "maxLength", "format", "enum", "oneOf"],
  number: [...common, "minimum", "maximum"],
  integer: [...common, "minimum", "maximum"],
  boolean: common,
  array: [...common, "items", "minItems", "maxItems"],
};

type Schema = Record<string, unknown>;
type Report = (code: SchemaProblem["code"], path: string[], message: string) => void;

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= questionLimits.textChars;
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;

/** The values of `enum`, or of titled choices (`oneOf`, `anyOf`). Null: there are none, or they are no list of texts. */
export function choicesOf(schema: Schema): string[] | null {
  const { enum: values, oneOf, anyOf } = schema;
  const titled = oneOf ?? anyOf;
  const list =
    values ?? (Array.isArray(titled) ? titled.map((one) => (isObject(one) ? one["const"] : undefined)) : null);
  return Array.isArray(list) && list.every(isText) ? list : null;
}

function checkChoices(schema: Schema, path: string[], report: Report): void {
  const choices = choicesOf(schema);
  const { oneOf, anyOf } = schema;
  const titled = oneOf ?? anyOf;
  const hasTitles =
    !Array.isArray(titled) ||
    titled.every((one) => isObject(one) && isText(one["title"]) && Object.keys(one).length === 2);
  if (choices === null || !hasTitles || choices.length === 0 || choices.length > questionLimits.options)
    report("QUESTION_SCHEMA", path, `A choice has 1 to ${questionLimits.options} texts, each with a title or none.`);
  else if (new Set(choices).size < choices.length) report("QUESTION_SCHEMA", path, "A choice names each text once.");
}

function checkList(schema: Schema, path: string[], report: Report): void {
  const { items } = schema;
  const where = [...path, "items"];
  const isChoice = isObject(items) && ("enum" in items || "anyOf" in items);
  if (!isChoice || Object.keys(items).some((name) => name !== "type" && name !== "enum" && name !== "anyOf"))
    report("QUESTION_NESTED", where, "A list in a form is a choice: its items have `enum` or titled `anyOf`.");
  else if (items["type"] !== undefined && items["type"] !== "string")
    report("QUESTION_NESTED", where, "The items of a list in a form are texts.");
  else checkChoices(items, where, report);
}

/** Whether a field's default is a value that its form can hold. */
function isFitting(type: string, schema: Schema, value: unknown): boolean {
  if (type === "boolean") return typeof value === "boolean";
  if (type === "number") return typeof value === "number" && Number.isFinite(value);
  if (type === "integer") return Number.isInteger(value);
  const items = isObject(schema["items"]) ? schema["items"] : {};
  const choices = choicesOf(type === "array" ? items : schema);
  const fits = (one: unknown) => isText(one) && (choices === null || choices.includes(one));
  return type === "array" ? Array.isArray(value) && value.every(fits) : fits(value);
}

function checkBounds(schema: Schema, path: string[], report: Report): void {
  for (const name of ["minLength", "maxLength", "minItems", "maxItems"])
    if (name in schema && !isCount(schema[name]))
      report("QUESTION_SCHEMA", [...path, name], `\`${name}\` is a whole number from 0 on.`);
  for (const name of ["minimum", "maximum"])
    if (name in schema && !Number.isFinite(schema[name]))
      report("QUESTION_SCHEMA", [...path, name], `\`${name}\` is a number.`);
  if ("format" in schema && !formats.includes(schema["format"] as string))
    report("QUESTION_SCHEMA", [...path, "format"], `The format of a text is one of ${formats.join(", ")}.`);
}

function checkField(name: string, schema: unknown, report: Report): void {
  const path = ["properties", name];
  if (!isObject(schema)) return report("QUESTION_SCHEMA", path, "A field is described by a schema.");
  const { type, title, description } = schema;
  if (type === "object") return report("QUESTION_NESTED", path, "A form is flat: no field of it is an object.");
  const names = typeof type === "string" && Object.hasOwn(allowed, type) ? allowed[type]! : null;
  if (names === null)
    return report("QUESTION_SCHEMA", path, "The type of a field is string, number, integer, boolean or array.");
  const unknown = Object.keys(schema).find((key) => !names.includes(key));
  if (unknown !== undefined) {
    const isNested = ["properties", "allOf", "anyOf", "$ref", "prefixItems", "items"].includes(unknown);
    const code = isNested ? "QUESTION_NESTED" : "QUESTION_SCHEMA";
    return report(
      code,
      [...path, unknown],
      `Clients do not know \`${unknown}\` in a field of the type ${type as string}.`,
    );
  }
  for (const [key, value] of Object.entries({ title, description }))
    if (value !== undefined && !isText(value))
      report(
        "QUESTION_SCHEMA",
        [...path, key],
        `\`${key}\` is a text of at most ${questionLimits.textChars} characters.`,
      );
  if ("enum" in schema || "oneOf" in schema) checkChoices(schema, path, report);
  if (type === "array") checkList(schema, path, report);
  checkBounds(schema, path, report);
  if ("default" in schema && !isFitting(type as string, schema, schema["default"]))
    report("QUESTION_SCHEMA", [...path, "default"], "The default is a value that the field can have.");
  // Nobody types a secret by ticking a box or choosing from a list.
  const isTyped = type !== "boolean" && type !== "array" && choicesOf(schema) === null;
  if (isTyped && (namesSecret(name) || (typeof title === "string" && namesSecret(title)))) {
    const message = `\`${name}\` looks like a secret, and a form shows it to the client. Ask with a \`url\` of your own page instead.`;
    report("QUESTION_SECRET", path, message);
  }
}

/**
 * Checks the schema of a form: the flat subset that clients know (MCP 2026-07-28, elicitation, "Requested Schema").
 * Returns at most 20 problems, none if any client with forms can show it.
 */
export function questionProblems(schema: unknown): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const report: Report = (code, path, message) => {
    if (problems.length < 20) problems.push({ code, path, message });
  };
  if (!isObject(schema) || schema["type"] !== "object" || !isObject(schema["properties"])) {
    report("QUESTION_SCHEMA", [], "The schema of a question has the type object, and properties.");
    return problems;
  }
  const { properties, required = [] } = schema;
  const names = Object.keys(properties);
  const unknown = Object.keys(schema).find((key) => !["type", "properties", "required"].includes(key));
  if (unknown !== undefined)
    report("QUESTION_SCHEMA", [unknown], `Clients do not know \`${unknown}\` in the schema of a question.`);
  if (names.length === 0 || names.length > questionLimits.fields)
    report("QUESTION_SCHEMA", ["properties"], `A form has 1 to ${questionLimits.fields} fields.`);
  for (const name of names) {
    if (fieldName.test(name) && !(name in Object.prototype)) checkField(name, properties[name], report);
    else report("QUESTION_SCHEMA", ["properties", name], "A field's name has letters, digits, `_`, `.` and `-`.");
  }
  if (
    !Array.isArray(required) ||
    !required.every((name) => typeof name === "string" && Object.hasOwn(properties, name))
  )
    report("QUESTION_SCHEMA", ["required"], "`required` names fields of the form.");
  return problems;
}
