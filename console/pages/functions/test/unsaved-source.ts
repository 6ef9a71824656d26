import type { Environment } from "@ferrule/contract/states.ts";
import { withLineFeeds, type Draft } from "../code/draft/draft.ts";

/** The `source` of a test's request: the text in the editor if it is not saved. Production runs the saved one. */
export function unsavedSource(draft: Draft, environment: Environment): { source?: string } {
  const source = draft.source.get();
  return environment === "production" || source === withLineFeeds(draft.base.get().source) ? {} : { source };
}
