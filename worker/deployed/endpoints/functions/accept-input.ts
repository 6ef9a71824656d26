import { noteCheck } from "./costly-checks.ts";
import type { CompiledFunction } from "./compile-function.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";

export interface AcceptedInput {
  /** The input for the Function. */
  input: unknown;
  /** The problems of the input; null when there are none. */
  issues: Issue[] | null;
}

/**
 * Checks the input of a call, whoever calls: MCP, HTTP, a cron or a test. If it does not fit, nulls for optional
 * arguments count as omitted. An input that fits at once costs nothing more.
 * @param isSigned Whether its sender signed it. Then the check accepts members that the schema does not name, at every
 * level
 * @param bytes The length of the input's text, if known
 */
export function acceptInput(
  called: Pick<CompiledFunction, "validateInput" | "validateOpenInput" | "withoutNulls" | "broken">,
  given: unknown,
  bytes?: number,
  isSigned = false,
): AcceptedInput {
  return timed(called, () => accept(called, given, bytes, isSigned));
}

/**
 * The same for arguments that a model may have written. If they still do not fit, it tries to convert them (`asMeant`).
 * @param bytes The length of their text
 * @param ignoresUnknown Whether the endpoint drops arguments that the tool does not know
 */
export function acceptArguments(
  called: Pick<
    CompiledFunction,
    "validateInput" | "validateOpenInput" | "withoutNulls" | "withoutUnknown" | "asMeant" | "broken"
  >,
  given: unknown,
  bytes: number,
  ignoresUnknown: boolean,
): AcceptedInput {
  return timed(called, () => {
    let accepted = accept(called, given, bytes, false);
    if (accepted.issues === null || called.broken !== null) return accepted;
    const known = ignoresUnknown ? called.withoutUnknown(given) : given;
    if (known !== given) accepted = accept(called, known, bytes, false);
    if (accepted.issues === null) return accepted;
    const input = called.asMeant(accepted.input);
    const isMeant = input !== accepted.input && called.validateInput(input) === null;
    return isMeant ? { input, issues: null } : accepted;
  });
}

function timed(called: object, accepts: () => AcceptedInput): AcceptedInput {
  const began = performance.now();
  const accepted = accepts();
  noteCheck(called, performance.now() - began);
  return accepted;
}

function accept(
  {
    validateInput,
    validateOpenInput,
    withoutNulls,
    broken,
  }: Pick<CompiledFunction, "validateInput" | "validateOpenInput" | "withoutNulls" | "broken">,
  given: unknown,
  bytes: number | undefined,
  isSigned: boolean,
): AcceptedInput {
  const validate = isSigned ? validateOpenInput : validateInput;
  const issues = broken === null ? validate(given, bytes) : null;
  if (issues === null) return { input: given, issues };
  const input = withoutNulls(given);
  return input === given ? { input, issues } : { input, issues: validate(input, bytes) };
}
