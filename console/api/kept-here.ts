/** The part of `localStorage` that this module needs. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefix = "ferrule.kept.";
/** Keys under which earlier versions stored data for anyone who used the browser. */
const shared = ["ferrule.draft.", "ferrule.inputs."];

/** The beginning of the keys of one kind of thing (`draft`, `inputs`) that this browser keeps for one user. */
export const keptPrefix = (userId: string, kind: string): string => `${prefix}${userId}.${kind}.`;

/** Every key of a shelf that begins with one of these. */
export const keysWith = (shelf: Shelf, ...beginnings: string[]): string[] =>
  Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? "").filter((key) =>
    beginnings.some((beginning) => key.startsWith(beginning)),
  );

/** Removes from this browser what it keeps for a user who signs out: unsaved drafts and inputs of tests. */
export function forgetKept(userId: string, shelf: Shelf = window.localStorage): void {
  for (const key of keysWith(shelf, `${prefix}${userId}.`, ...shared)) shelf.removeItem(key);
}
