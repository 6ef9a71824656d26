import { withLineFeeds, type Draft } from "./draft.ts";
import type { FunctionDetail } from "./fields.ts";

type TextName = "source" | "tests";

/** A text of the draft that differs from the one that somebody else saved. */
export interface ConflictingText {
  name: TextName;
  theirs: string;
  mine: string;
}

/** The texts after a merge; one that was not merged is missing. */
export type MergedTexts = Partial<Record<TextName, string>>;

/** The texts that the user has changed, and that now differ from what somebody else saved. */
export function conflictingTexts(draft: Draft, theirs: FunctionDetail): ConflictingText[] {
  const saved = withLineFeeds(draft.base.get().source);
  const source = draft.source.get();
  const mine: Record<TextName, string | undefined> = {
    source: source === saved ? undefined : source,
    tests: draft.fields.get().tests,
  };
  return (["source", "tests"] as const).flatMap((name) => {
    const text = mine[name];
    const isSame = text === undefined || withLineFeeds(text) === withLineFeeds(theirs[name]);
    return isSame ? [] : [{ name, theirs: theirs[name], mine: text }];
  });
}

/** Goes on with the merged texts over their revision. A text that only they have changed becomes theirs. */
export function takeMerged(draft: Draft, theirs: FunctionDetail, merged: MergedTexts): void {
  draft.rebase(theirs);
  draft.replaceSource(merged.source ?? theirs.source);
  if (merged.tests !== undefined) draft.replaceTests(merged.tests);
}
