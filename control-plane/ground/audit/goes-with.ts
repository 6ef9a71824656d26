import type { ConfirmedNames } from "@ferrule/contract/resources/confirmation.ts";

/** The most names of one kind that an audit event and a confirmation hold. */
export const mostNamed = 100;

/**
 * What an audit event says of the things that go with a deleted thing: of each kind the first hundred by name, and how
 * many more. Nothing if none go.
 * @param kinds the names by their kind as a heading, such as `API keys`
 */
export function goesWith(kinds: Readonly<Record<string, readonly string[]>>): { goesWith?: ConfirmedNames[] } {
  const groups = Object.entries(kinds).flatMap(([what, names]) =>
    names.length === 0 ? [] : [{ what, names: names.slice(0, mostNamed), more: Math.max(0, names.length - mostNamed) }],
  );
  return groups.length === 0 ? {} : { goesWith: groups };
}
