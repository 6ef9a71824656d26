import { shortestSearched, type Spelling } from "./spellings.ts";

/** A match in a text; `to` is exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** Finds every spelling in a text; null when there is none. */
export type FindSpellings = (text: string) => Range[] | null;

const window = shortestSearched;
const base = 0x01_00_01_93;
let highest = 1;
for (let power = 1; power < window; power += 1) highest = Math.imul(highest, base);

const slot = (hash: number) => (hash ^ (hash >>> 16)) & 0xffff;

function hashStart(text: string): number {
  let hash = 0;
  for (let index = 0; index < window; index += 1) hash = (Math.imul(hash, base) + text.charCodeAt(index)) | 0;
  return hash;
}

function longestAt(text: string, from: number, candidates: readonly Spelling[]): Range | null {
  let found: Range | null = null;
  for (const { text: wanted, before, after } of candidates) {
    if (!text.startsWith(wanted, from)) continue;
    const to = Math.min(text.length, from + wanted.length + after);
    if (found === null || to > found.to) found = { from: Math.max(0, from - before), to };
  }
  return found;
}

/**
 * Compiles a search by rolling hash (Karp and Rabin) over the first six characters of each spelling: one pass over the
 * text, however many there are. Only whole spellings match: if parts were covered too, a reader of records could
 * reconstruct a value piece by piece by sending guesses.
 */
export function compileSearch(spellings: readonly Spelling[]): FindSpellings {
  const slots = new Uint8Array(0x1_00_00);
  const byHash = new Map<number, Spelling[]>();
  for (const spelling of spellings) {
    const hash = hashStart(spelling.text);
    slots[slot(hash)] = 1;
    const alike = byHash.get(hash);
    if (alike === undefined) byHash.set(hash, [spelling]);
    else alike.push(spelling);
  }
  return (text) => {
    if (text.length < window) return null;
    let found: Range[] | null = null;
    let hash = hashStart(text);
    for (let from = 0; ; from += 1) {
      if (slots[slot(hash)] === 1) {
        const range = longestAt(text, from, byHash.get(hash) ?? []);
        if (range !== null) (found ??= []).push(range);
      }
      if (from + window >= text.length) return found;
      hash = (Math.imul(hash - Math.imul(text.charCodeAt(from), highest), base) + text.charCodeAt(from + window)) | 0;
    }
  };
}
