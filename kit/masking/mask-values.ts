import { coverSplit, lettersAndDigits, squeezed, withoutBlanks, type Squeeze } from "./cover-split.ts";
import { cover } from "./cover.ts";
import { decodedViews } from "./decoded-views.ts";
import { compileSearch, type Range } from "./find-spellings.ts";
import { mapTexts } from "./map-texts.ts";
import { secretParts, shortestSearched, spellingsOf, type Spelling } from "./spellings.ts";

/** The parts of a log entry that may contain a value. */
export interface LoggedText {
  message: string;
  data?: unknown;
}

/** Covers secret values, such as those of one Project's secrets, in whatever form they are written. */
export interface ValueMask {
  text: (text: string) => string;
  /** The same for a text that the sandbox may have cut off in the middle of a value. */
  cutText: (text: string) => string;
  /** Masks values that are split over the arguments, fields and entries of a log. */
  logs: <Entry extends LoggedText>(entries: readonly Entry[]) => readonly Entry[];
}

/** Shorter values would match by chance in a text without its separators. */
const shortestSqueezed = 8;
const truncated = "… [truncated]";
/**
 * Lengths at which the sandbox silently cuts a log message, a rendered value, a stack, an error or progress message.
 */
const cutLengths = new Set([16_384, 8_192, 4_096, 1_000]);

/** Searches for values across texts: by letters and digits if these are enough, otherwise by everything but blanks. */
function splitSearches(
  spellings: readonly Spelling[],
  marker: string,
): ((texts: readonly string[]) => readonly string[])[] {
  const [byLetters, byMore] = [new Set<string>(), new Set<string>()];
  for (const { text } of spellings) {
    const letters = squeezed(text, lettersAndDigits);
    const more = squeezed(text, withoutBlanks);
    if (letters.length >= shortestSqueezed) byLetters.add(letters);
    else if (more.length >= shortestSearched) byMore.add(more);
  }
  const search = (texts: Set<string>, keeps: Squeeze) => {
    const find = compileSearch([...texts].map((text): Spelling => ({ text, before: 0, after: 0 })));
    return (given: readonly string[]) => coverSplit(given, find, { keeps, marker });
  };
  return [search(byLetters, lettersAndDigits), ...(byMore.size > 0 ? [search(byMore, withoutBlanks)] : [])];
}

/** Line breaks within a text. */
const lineBreak = /[\r\n]/;

/**
 * Searches for values that were broken into lines, as writers of Base64 and hexadecimal do at 76, 64 or any other
 * length.
 */
function wrappedSearch(
  spellings: readonly Spelling[],
  marker: string,
): (texts: readonly string[]) => readonly string[] {
  const long = spellings.filter(({ text }) => text.length >= shortestSqueezed && !/\s/.test(text));
  const find = compileSearch(long);
  return (given) => coverSplit(given, find, { keeps: withoutBlanks, marker });
}

/**
 * Compiles the mask of these values once for many texts; null when none of them is long enough to search for. `marker`
 * replaces the values.
 */
export function maskValues(values: Iterable<string>, marker: string): ValueMask | null {
  const known = [...values].flatMap(secretParts).map(spellingsOf);
  const once = known.flatMap((spellings) => spellings.once);
  const spellings = [...once, ...known.flatMap(({ twice }) => twice)];
  if (spellings.length === 0) return null;
  const find = compileSearch(spellings);
  const splits = splitSearches(once, marker);
  const unwrap = wrappedSearch(spellings, marker);
  const longest = spellings.reduce((most, { text }) => Math.max(most, text.length), 0);

  function text(given: string): string {
    const ranges: Range[] = [];
    for (const view of decodedViews(given)) {
      for (const { from, to } of find(view.text) ?? []) {
        ranges.push({ from: view.from?.[from] ?? from, to: view.to?.[to - 1] ?? to });
      }
    }
    const covered = ranges.length === 0 ? given : cover(given, ranges, marker);
    return lineBreak.test(covered) ? (unwrap([covered])[0] ?? covered) : covered;
  }

  function cutText(given: string): string {
    const isMarked = given.endsWith(truncated) || given.endsWith(`${truncated}"`);
    const covered = text(given);
    if (!isMarked && !cutLengths.has(given.length)) return covered;
    // Removes an end of the text that could be the beginning of a value. It does not check whether it is one, because
    // the check would reveal how values begin.
    return covered.slice(0, Math.max(0, covered.length - longest - truncated.length - 1)) + truncated;
  }

  return {
    text,
    cutText,
    logs(entries) {
      const texts: string[] = [];
      const said = entries.map(({ message, data }) => [message, data]);
      mapTexts(said, (found) => (texts.push(found), found));
      const covered = splits.reduce<readonly string[]>((found, search) => search(found), texts);
      if (covered === texts) return entries;
      let index = 0;
      const changed = mapTexts(said, (found) => covered[index++] ?? found) as [string, unknown][];
      return entries.map((entry, at) => {
        const [message = entry.message, data] = changed[at] ?? [];
        return data === undefined ? { ...entry, message } : { ...entry, message, data };
      });
    },
  };
}
