import type { Draft } from "./draft/draft.ts";
import type { Fields, FunctionDetail } from "./draft/fields.ts";

/** What each part of the form of a Function's settings gets. */
export interface SettingsProps {
  draft: Draft;
  now: Fields;
  /** Whether the source sets this setting. */
  isInCode: (name: FunctionDetail["setInCode"][number]) => boolean;
}
