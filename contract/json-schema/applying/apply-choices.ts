import { isObject } from "../is-object.ts";
import { explainChoice } from "./explain-choice.ts";
import { alsoSeen, fail, nothingSeen, wantsMore, type Applied } from "./run.ts";

/**
 * The number of alternatives that a value fits. If nothing is tracked, it stops counting once the result is certain.
 */
function countFitting({ run, value, place, seen }: Applied<unknown>, alternatives: unknown[], enough: number): number {
  let fitting = 0;
  for (const one of alternatives) {
    const own = seen && nothingSeen();
    if (!run.apply(run, one, value, place, null, own)) continue;
    fitting += 1;
    alsoSeen(seen, own);
    if (fitting >= enough && seen === undefined) break;
  }
  return fitting;
}

/** `if`, with its `then` or `else`. */
function applyCondition({ run, schema, value, place, sink, seen }: Applied<unknown>): boolean {
  if (schema["if"] === undefined) return true;
  const own = seen && nothingSeen();
  const holds = run.apply(run, schema["if"], value, place, null, own);
  if (holds) alsoSeen(seen, own);
  const branch = holds ? schema["then"] : schema["else"];
  return branch === undefined || run.apply(run, branch, value, place, sink, seen);
}

/** The keywords that apply other schemas to the same value. */
export function applyChoices(applied: Applied<unknown>): boolean {
  const { run, schema, value, place, sink, seen } = applied;
  const { $ref, allOf, anyOf, oneOf, not, dependentSchemas } = schema;
  let fits = true;
  const goesOn = (one: boolean) => {
    fits = one && fits;
    return fits || wantsMore(sink);
  };
  const all: unknown[] = Array.isArray(allOf) ? allOf : [];
  if (typeof $ref === "string" && !goesOn(run.apply(run, run.resolve($ref), value, place, sink, seen))) return false;
  for (const one of all) if (!goesOn(run.apply(run, one, value, place, sink, seen))) return false;
  if (Array.isArray(anyOf) && countFitting(applied, anyOf, 1) === 0) {
    if (!goesOn(explainChoice(applied, anyOf))) return false;
  }
  if (Array.isArray(oneOf)) {
    const fitting = countFitting(applied, oneOf, 2);
    const message = "fits more than one of the alternatives, and must fit exactly one";
    if (fitting === 0 && !goesOn(explainChoice(applied, oneOf))) return false;
    if (fitting > 1 && !goesOn(fail(sink, place, message))) return false;
  }
  if (not !== undefined && run.apply(run, not, value, place, null)) {
    if (!goesOn(fail(sink, place, "is excluded by the schema (not)"))) return false;
  }
  if (!goesOn(applyCondition(applied))) return false;
  if (!isObject(value) || !isObject(dependentSchemas)) return fits;
  for (const [name, one] of Object.entries(dependentSchemas)) {
    if (!Object.hasOwn(value, name)) continue;
    if (!goesOn(run.apply(run, one, value, place, sink, seen))) return false;
  }
  return fits;
}
