/** Reads one member of a page's state from its URL: undefined when it is missing or not valid. */
type Read<Value> = (given: unknown) => Value | undefined;

/** The state of a page as its readers return it. */
type SearchOf<Readers extends Record<string, Read<unknown>>> = {
  -readonly [Name in keyof Readers]?: ReturnType<Readers[Name]> | undefined;
};

/** Drops unset values, so that the URL carries only what differs from the default. */
export const said = <T extends object>(search: T): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;

/**
 * The state of a page, from its URL: `searchOf({ q: text(), status: oneOf(statuses), create: flag })`. Its type is
 * `ReturnType<typeof thingsSearch>`.
 */
export const searchOf =
  <const Readers extends Record<string, Read<unknown>>>(readers: Readers) =>
  (given: Record<string, unknown>): SearchOf<Readers> =>
    said(
      Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(given[name])])),
    ) as SearchOf<Readers>;

/** A text, cut at `longest` characters. The router parses a text like `12` as a number. */
export const text =
  (longest = 200): Read<string> =>
  (given) => {
    const said = typeof given === "number" || typeof given === "boolean" ? String(given) : given;
    return typeof said === "string" && said !== "" ? said.slice(0, longest) : undefined;
  };

/** A text of this form. */
export const matching =
  (form: RegExp): Read<string> =>
  (given) => {
    const said = text()(given);
    return said !== undefined && form.test(said) ? said : undefined;
  };

/** The id of a thing. */
export const id = text(128);

/** One of a few allowed words. */
export const oneOf =
  <const V extends string>(choices: readonly V[]): Read<V> =>
  (given) => {
    const said = text()(given);
    return choices.find((choice) => choice === said);
  };

/** What a list can be sorted by, in the server's notation: a leading `-` sorts descending. */
export const sortOf = <const V extends string>(...columns: readonly V[]): Read<V | `-${V}`> =>
  oneOf(columns.flatMap((column) => [column, `-${column}` as const]));

/** A flag that is on, or absent. */
export const flag: Read<true> = (given) => (given === true ? true : undefined);

/** A time in RFC 3339. */
export const time: Read<string> = (given) =>
  typeof given === "string" && !Number.isNaN(Date.parse(given)) ? new Date(given).toISOString() : undefined;
