/** A text of the URL, cut at `longest` characters; the router reads a text like `12` as a number. */
export function searchText(value: unknown, longest = 200): string | undefined {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text.slice(0, longest) : undefined;
}

/** One of a few words of the URL. */
export const searchOneOf = <V extends string>(choices: readonly V[], value: unknown): V | undefined =>
  choices.find((choice) => choice === value);

/** Something that is on, or not said at all. */
export const searchFlag = (value: unknown): true | undefined => (value === true ? true : undefined);

/** Leaves out what is not set, so that the URL says only what differs. */
export const said = <T extends object>(search: T): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;
