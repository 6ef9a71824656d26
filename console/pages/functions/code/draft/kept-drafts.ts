import { keptPrefix, keysWith, type Shelf } from "../../../../api/kept-here.ts";
import { fieldsOf } from "./fields-of.ts";
import type { Fields } from "./fields.ts";

/** Unsaved changes, with their base revision. */
export interface KeptDraft {
  /** Null when the text is unchanged. */
  source: string | null;
  /** Only the fields that were changed. */
  fields: Partial<Fields>;
  revision: number;
  /** Milliseconds since 1970. */
  at: number;
}

const mostKept = 40;

function parse(text: string | null): KeptDraft | null {
  if (text === null) return null;
  try {
    const { source, fields, revision, at } = JSON.parse(text) as Record<keyof KeptDraft, unknown>;
    return (source === null || typeof source === "string") && typeof revision === "number" && typeof at === "number"
      ? { source, fields: fieldsOf(fields), revision, at }
      : null;
  } catch {
    return null;
  }
}

/**
 * One user's unsaved changes to Functions, in this browser: a lost server, a closed tab or a crash loses nothing. It
 * keeps the 40 most recently changed drafts. `userId` returns null while nobody is signed in; then it reads and writes
 * nothing.
 */
export function keptDrafts(shelf: Shelf, userId: () => string | null) {
  const prefix = () => {
    const id = userId();
    return id === null ? null : keptPrefix(id, "draft");
  };
  function makeRoom(mine: string): boolean {
    const oldest = keysWith(shelf, mine)
      .map((key) => ({ key, at: parse(shelf.getItem(key))?.at ?? 0 }))
      .sort((a, b) => a.at - b.at)[0];
    if (oldest !== undefined) shelf.removeItem(oldest.key);
    return oldest !== undefined;
  }
  return {
    drop(functionId: string): void {
      const mine = prefix();
      if (mine !== null) shelf.removeItem(mine + functionId);
    },
    get(functionId: string): KeptDraft | null {
      const mine = prefix();
      return mine === null ? null : parse(shelf.getItem(mine + functionId));
    },
    /** Returns whether the draft could be stored. */
    keep(functionId: string, draft: KeptDraft): boolean {
      const mine = prefix();
      if (mine === null) return false;
      const known = shelf.getItem(mine + functionId) !== null;
      if (!known && keysWith(shelf, mine).length >= mostKept) makeRoom(mine);
      for (;;) {
        try {
          shelf.setItem(mine + functionId, JSON.stringify(draft));
          return true;
        } catch {
          // The browser's quota was exceeded.
          if (!makeRoom(mine)) return false;
        }
      }
    },
  };
}
