import type { Choice } from "./select.tsx";

/** The source of a `Picker`'s choices; `console/api/pick-sources.ts` has those of the API. */
export interface PickSource {
  /** Shown when there are no choices at all. */
  none: string;
  /** A hook: the matches for a text, page by page. It makes no request until `enabled`. */
  useFound: (text: string, enabled: boolean) => PickPages;
  /** A hook: the label of the chosen value, even if it is on no loaded page; undefined while it is unknown. */
  useChosen: (value: string | null) => Choice<string> | undefined;
}

export interface PickPages {
  choices: readonly Choice<string>[] | undefined;
  error: Error | null;
  isFetching: boolean;
  hasMore: boolean;
  more: () => void;
}
