import { keptPrefix, keysWith, type Shelf } from "../../api/kept-here.ts";

const mostKept = 20;
const mostCharacters = 200_000;

interface KeptForm {
  /** Identifies the values that the form began with. */
  base: string;
  /** The changed values, by field. */
  values: Record<string, unknown>;
  /** Milliseconds since 1970. */
  at: number;
}

/** A short mark of the initial values. What was typed over other values does not come back over these. */
function markOf(initial: unknown): string {
  let mark = 5381;
  for (const character of JSON.stringify(initial) ?? "") mark = (mark * 33 + (character.codePointAt(0) ?? 0)) >>> 0;
  return mark.toString(36);
}

function parse(text: string | null): KeptForm | null {
  if (text === null) return null;
  try {
    const { base, values, at } = JSON.parse(text) as Partial<KeptForm>;
    return typeof base === "string" && typeof values === "object" && values !== null && typeof at === "number"
      ? { base, values, at }
      : null;
  } catch {
    return null;
  }
}

/**
 * What one user has typed into forms of this tab and not sent: it comes back after a reload. It keeps the 20 newest
 * forms. The caller passes no secrets. `userId` returns null while nobody is signed in; then it reads and writes nothing.
 */
export function keptForms(shelf: Shelf, userId: () => string | null) {
  const keyOf = (form: string) => {
    const id = userId();
    return id === null ? null : { all: keptPrefix(id, "form"), one: keptPrefix(id, "form") + form };
  };
  return {
    /** The changed values of a form that begins with `initial`; null when there are none. */
    get(form: string, initial: unknown): Record<string, unknown> | null {
      const key = keyOf(form);
      const kept = key === null ? null : parse(shelf.getItem(key.one));
      return kept?.base === markOf(initial) ? kept.values : null;
    },
    keep(form: string, initial: unknown, values: Record<string, unknown>): void {
      const key = keyOf(form);
      if (key === null) return;
      const text = JSON.stringify({ base: markOf(initial), values, at: Date.now() } satisfies KeptForm);
      if (text.length > mostCharacters) return;
      const others = keysWith(shelf, key.all)
        .filter((other) => other !== key.one)
        .map((other) => ({ other, at: parse(shelf.getItem(other))?.at ?? 0 }))
        .toSorted((a, b) => b.at - a.at);
      for (const { other } of others.slice(mostKept - 1)) shelf.removeItem(other);
      try {
        shelf.setItem(key.one, text);
      } catch {
        // Without room, the form lives only as long as the page.
      }
    },
    drop(form: string): void {
      const key = keyOf(form);
      if (key !== null) shelf.removeItem(key.one);
    },
  };
}
