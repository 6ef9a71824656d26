import { isEarly, type Revision } from "./revisions.ts";

/** The JSON of an entry in a list, in the form of a revision. */
export type Listed = (revision: Revision) => string;

/** The members of an entry that not all revisions have. */
export interface LaterMembers {
  /** Since 2025-06-18. */
  title?: string | null | undefined;
  /** Since 2025-11-25. */
  icons?: readonly unknown[] | undefined;
}

/** The members that a revision has: without a title before 2025-06-18, and without icons before 2025-11-25. */
export function laterMembers({ title = null, icons = [] }: LaterMembers, revision: Revision): object {
  const hasIcons = !isEarly(revision) && revision !== "2025-06-18";
  return {
    ...(title === null || isEarly(revision) ? {} : { title }),
    ...(icons.length === 0 || !hasIcons ? {} : { icons }),
  };
}

/** An entry that is written on first use, once for each revision. */
export function listedAs(entryOf: (revision: Revision) => object): Listed {
  const written = new Map<Revision, string>();
  return (revision) => {
    const known = written.get(revision);
    if (known !== undefined) return known;
    const text = JSON.stringify(entryOf(revision));
    written.set(revision, text);
    return text;
  };
}
