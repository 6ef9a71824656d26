import type { Choice } from "./select.tsx";

/** Where a `Picker` finds what can be picked: `console/api/pick-sources.ts` has those of the API. */
export interface PickSource {
  /** Shown where there is nothing to pick from at all. */
  none: string;
  /** A hook: what fits a text, page by page. Nothing is asked for before `enabled`. */
  useFound: (text: string, enabled: boolean) => PickPages;
  /** A hook: what a value that may be on no page is called; undefined while it is not known. */
  useChosen: (value: string | null) => Choice<string> | undefined;
}

export interface PickPages {
  choices: readonly Choice<string>[] | undefined;
  error: Error | null;
  isFetching: boolean;
  hasMore: boolean;
  more: () => void;
}
