/** The part of `localStorage` and `sessionStorage` that this module needs. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefix = "ferrule.kept.";

/** The prefix of the keys under which this browser keeps one kind of thing (`draft`, `form`, `inputs`) for one user. */
export const keptPrefix = (userId: string, kind: string): string => `${prefix}${userId}.${kind}.`;

/** Every key with this shelf's prefix. */
export const keysWith = (shelf: Shelf, beginning: string): string[] =>
  Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? "").filter((key) => key.startsWith(beginning));

/** Deletes what this browser keeps for a user who signs out: unsaved drafts and forms, and inputs of tests. */
export function forgetKept(userId: string, shelf: Shelf = window.localStorage): void {
  for (const key of keysWith(shelf, `${prefix}${userId}.`)) shelf.removeItem(key);
}
