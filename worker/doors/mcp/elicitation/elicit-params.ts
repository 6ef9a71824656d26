import type { Question } from "@ferrule/contract/mcp/questions/question.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";

type Schema = Record<string, unknown>;

/** A field as clients of 2025-06-18 know it: titles of choices beside the choices, and defaults only of booleans. */
function earlierField({ oneOf, default: preset, ...field }: Schema): Schema {
  const kept = field["type"] === "boolean" && preset !== undefined ? { ...field, default: preset } : field;
  if (!Array.isArray(oneOf)) return kept;
  const choices = oneOf as { const: string; title: string }[];
  return { ...kept, enum: choices.map((one) => one.const), enumNames: choices.map(({ title }) => title) };
}

function earlierSchema(schema: Schema): Schema {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const fields = Object.entries(properties).map(([name, field]) => [name, earlierField(field as Schema)]);
  return { ...schema, properties: Object.fromEntries(fields) as Schema };
}

/** The parameters of `elicitation/create`. `id` names a question in URL mode, before 2026-07-28. */
export function elicitParams({ message, schema, url }: Question, revision: Revision, id: string): object {
  if (url !== undefined)
    return revision === "2026-07-28" ? { mode: "url", message, url } : { mode: "url", message, elicitationId: id, url };
  if (revision === "2025-06-18") return { message, requestedSchema: earlierSchema(schema!) };
  return { mode: "form", message, requestedSchema: schema };
}
