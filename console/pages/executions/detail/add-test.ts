import { drafts } from "../../functions/code/draft/drafts.ts";
import type { FunctionDetail } from "../../functions/code/draft/fields.ts";

/** The tests of a Function as this user has them: with the unsaved changes that this browser keeps. */
export const testsHere = (detail: FunctionDetail): string => drafts.get(detail.id)?.fields.tests ?? detail.tests;

/**
 * Makes a text the tests of a Function's draft, unsaved, beside what else this user has changed.
 * @returns whether this browser has room to keep it
 */
export function keepTests(detail: FunctionDetail, tests: string): boolean {
  const kept = drafts.get(detail.id);
  return drafts.keep(detail.id, {
    source: kept?.source ?? null,
    fields: { ...kept?.fields, tests },
    revision: kept?.revision ?? detail.revision,
    at: Date.now(),
  });
}
