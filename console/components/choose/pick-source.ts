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

/**
 * The same source, which also offers names that something declares, and a typed one that `isName` accepts, before there is
 * anything of that name.
 */
export const offeringNames = (
  source: PickSource,
  declared: readonly string[],
  isName: (text: string) => boolean,
): PickSource => ({
  ...source,
  useFound(text, enabled) {
    const found = source.useFound(text, enabled);
    if (found.choices === undefined) return found;
    const known = new Set(found.choices.map(({ value }) => value));
    const named = declared.filter((name) => !known.has(name) && name.includes(text));
    const typed = isName(text) && !known.has(text) && !named.includes(text) ? [text] : [];
    return { ...found, choices: [...found.choices, ...named.map(declaredOnly), ...typed.map(notThereYet)] };
  },
});

const declaredOnly = (name: string): Choice<string> => ({ value: name, label: name, detail: "Declared by a Function" });
const notThereYet = (name: string): Choice<string> => ({ value: name, label: name, detail: "Does not exist yet" });
