/** A text from the URL, cut at `longest` characters. The router parses a text like `12` as a number. */
export function searchText(value: unknown, longest = 200): string | undefined {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text.slice(0, longest) : undefined;
}

/** One of a few allowed words from the URL. */
export const searchOneOf = <V extends string>(choices: readonly V[], value: unknown): V | undefined =>
  choices.find((choice) => choice === value);

/** A flag that is on, or absent. */
export const searchFlag = (value: unknown): true | undefined => (value === true ? true : undefined);

/** Drops unset values, so that the URL contains only what differs from the default. */
export const said = <T extends object>(search: T): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;
