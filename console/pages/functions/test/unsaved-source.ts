import type { Environment } from "@ferrule/contract/states.ts";
import { withLineFeeds, type Draft } from "../code/draft/draft.ts";

/** The `source` of a test's request: the editor's text if it is unsaved. Production runs the saved text. */
export function unsavedSource(draft: Draft, environment: Environment): { source?: string } {
  const source = draft.source.get();
  return environment === "production" || source === withLineFeeds(draft.base.get().source) ? {} : { source };
}
