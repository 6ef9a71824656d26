import { isObject } from "../is-object.ts";
import { mustBeOfType, mustBeOneOf } from "../sentences.ts";
import { spend } from "../work-meter.ts";
import { applyChoices } from "./apply-choices.ts";
import { applyToNumber, applyToText } from "./apply-plain.ts";
import { applyToArray, applyUnevaluatedItems } from "./apply-to-array.ts";
import { applyToObject, applyUnevaluatedProperties } from "./apply-to-object.ts";
import { isAmong } from "./is-among.ts";
import { isOfType, typesOf } from "./json-type.ts";
import {
  alsoSeen,
  fail,
  nothingSeen,
  wantsMore,
  type Applied,
  type Place,
  type Run,
  type Seen,
  type Sink,
} from "./run.ts";

/** We never describe a value that is marked as sensitive, nor its allowed values. */
const isMarked = (schema: Record<string, unknown>) => schema["x-sensitive"] === true || schema["writeOnly"] === true;

/** `type`, `const` and `enum`: if a value does not fit these, the check ends there. */
function applyKind({ schema, value, place, sink }: Applied<unknown>): boolean {
  const types = typesOf(schema);
  if (types !== null && !types.some((type) => isOfType(value, type))) return fail(sink, place, mustBeOfType(types));
  const lists = ["const" in schema ? [schema["const"]] : undefined, schema["enum"]];
  const missed = lists.find((values) => Array.isArray(values) && !isAmong(values, value));
  if (!Array.isArray(missed)) return true;
  return fail(sink, place, isMarked(schema) ? "is not an allowed value" : mustBeOneOf(missed));
}

function applyByType(applied: Applied<unknown>): boolean {
  const { value } = applied;
  if (typeof value === "string") return applyToText(applied as Applied<string>);
  if (typeof value === "number") return applyToNumber(applied as Applied<number>);
  if (Array.isArray(value)) return applyToArray(applied as Applied<unknown[]>);
  return !isObject(value) || applyToObject(applied as Applied<Record<string, unknown>>);
}

function applyUnevaluated(applied: Applied<unknown>): boolean {
  if (applied.seen === undefined) return true;
  if (Array.isArray(applied.value)) return applyUnevaluatedItems(applied as Applied<unknown[]>);
  return !isObject(applied.value) || applyUnevaluatedProperties(applied as Applied<Record<string, unknown>>);
}

/**
 * Interprets a schema (JSON Schema 2020-12) for one value: whether it fits. It puts issues into the sink until that is
 * full. It counts every step with the meter.
 * @param seen Receives the members and items that this schema has evaluated, if the value fits
 * @throws TooMuchWork, and RangeError for a value or schema that nests too deeply
 */
export function applySchema(run: Run, schema: unknown, value: unknown, place: Place, sink: Sink, seen?: Seen): boolean {
  if (schema === true || schema === undefined) return true;
  if (schema === false) return fail(sink, place, "is not known here");
  if (!isObject(schema)) return true;
  run.at = place;
  spend(1);
  const own = run.tracks ? nothingSeen() : undefined;
  const applied: Applied<unknown> = { run, schema, value, place, sink, seen: own };
  if (!applyKind(applied)) return false;
  let fits = applyByType(applied);
  if (fits || wantsMore(sink)) fits = applyChoices(applied) && fits;
  if (fits || wantsMore(sink)) fits = applyUnevaluated(applied) && fits;
  if (fits) alsoSeen(seen, own);
  return fits;
}
