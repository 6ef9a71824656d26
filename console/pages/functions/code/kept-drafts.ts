/** What somebody wrote and has not saved, with the revision that it was written over. */
export interface KeptDraft {
  source: string;
  revision: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** As much of `localStorage` as this needs. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefix = "ferrule.draft.";
const mostKept = 40;

function parse(text: string | null): KeptDraft | null {
  if (text === null) return null;
  try {
    const { source, revision, at } = JSON.parse(text) as Partial<KeptDraft>;
    return typeof source === "string" && typeof revision === "number" && typeof at === "number"
      ? { source, revision, at }
      : null;
  } catch {
    return null;
  }
}

const keysOf = (shelf: Shelf) =>
  Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? "").filter((key) => key.startsWith(prefix));

/**
 * Texts of Functions that are not saved, in this browser: a lost server, a closed tab or a crash costs nothing. The 40 that
 * were changed last are kept.
 */
export function keptDrafts(shelf: Shelf) {
  const drop = (functionId: string) => shelf.removeItem(prefix + functionId);
  function makeRoom(): boolean {
    const oldest = keysOf(shelf)
      .map((key) => ({ key, at: parse(shelf.getItem(key))?.at ?? 0 }))
      .sort((a, b) => a.at - b.at)[0];
    if (oldest !== undefined) shelf.removeItem(oldest.key);
    return oldest !== undefined;
  }
  return {
    drop,
    get: (functionId: string) => parse(shelf.getItem(prefix + functionId)),
    /** Answers whether it could be kept. */
    keep(functionId: string, draft: KeptDraft): boolean {
      const known = shelf.getItem(prefix + functionId) !== null;
      if (!known && keysOf(shelf).length >= mostKept) makeRoom();
      for (;;) {
        try {
          shelf.setItem(prefix + functionId, JSON.stringify(draft));
          return true;
        } catch {
          // The browser's quota.
          if (!makeRoom()) return false;
        }
      }
    },
  };
}
