import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { functionDraft } from "@ferrule/contract/resources/function.ts";
import type { Fields } from "./fields.ts";

const members = functionDraft.omit({ source: true }).shape;

/** The settings of a kept draft. Leaves out what this version of the console cannot show. */
export function fieldsOf(kept: unknown): Partial<Fields> {
  if (!isObject(kept)) return {};
  const known = Object.entries(members).filter(([name, member]) => member.safeParse(kept[name]).success);
  return Object.fromEntries(known.map(([name]) => [name, kept[name]]));
}
