import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";
import { PatternRefused } from "./pattern-refused.ts";
import { patternSize } from "./pattern-size.ts";
import { portablePattern } from "./portable-pattern.ts";
import { spend, TooMuchWork } from "./work-meter.ts";

/** The length of a pattern's text. */
export const mostPatternLength = 2_000;
/** Instructions of a compiled pattern; `[a-z]{0,100}` has 200. */
export const mostPatternSize = 2_500;
/** Instructions times characters of one match: 0.15 s at the worst. */
export const mostPatternWork = 2_500_000;

/** The table of states that the engine keeps of a pattern. Beyond it, it starts over; its own bound is 8 MB. */
const mostTableBytes = 262_144;
const stepsToCompile = 20;
/** Of an estimate, which tells up to five times too many. */
const surelyTooLarge = 5 * mostPatternSize;

interface Compiled {
  expression: RE2JS;
  /** What a character of a text may cost, in steps. */
  stepsPerCharacter: number;
}

/** A pattern in use takes from 5 KB to its table of states. */
const compiled = new LRUCache<string, Compiled>({ max: 500 });

/** `\1` and `\k<name>`, which no linear-time engine can have, behind an even number of backslashes. */
const backReference = /(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/;
const notLinear =
  "cannot be matched in linear time: write it without look-ahead, look-behind and back-references, and repeat at most 1000 times";

/** A pattern that was accepted before it had to be portable is matched as it was then. */
function sourceOf(pattern: string): string {
  try {
    return portablePattern(pattern);
  } catch {
    return RE2JS.translateRegExp(pattern);
  }
}

function compile(pattern: string): Compiled {
  if (pattern.length > mostPatternLength) {
    throw new PatternRefused(`has ${pattern.length} characters, and may have ${mostPatternLength}`);
  }
  if (backReference.test(pattern)) throw new PatternRefused(notLinear);
  const tooLarge = (size: number) =>
    new PatternRefused(
      `compiles to ${size} steps, and may have ${mostPatternSize}: make its counted repetitions, like {0,1000}, smaller, or bound the length with maxLength instead`,
    );
  const estimate = patternSize(pattern);
  if (estimate > surelyTooLarge) throw tooLarge(estimate);
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(sourceOf(pattern));
  } catch (error) {
    throw new PatternRefused(notLinear, { cause: error });
  }
  const size = expression.programSize();
  if (size > mostPatternSize) throw tooLarge(size);
  const engine = expression.re2Input;
  // A pattern that is never of two minds at a character needs no table and costs the same whatever its size.
  if ((engine.onepass as unknown) !== null) return { expression, stepsPerCharacter: 2 };
  const table = (engine as unknown as { dfa: { maxMem: number; stateBudget: number; memBudget: number } }).dfa;
  table.maxMem = table.stateBudget = table.memBudget = mostTableBytes;
  return { expression, stepsPerCharacter: Math.max(size, 2) };
}

function compiledPattern(pattern: string): Compiled {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const made = compile(pattern);
  compiled.set(pattern, made);
  return made;
}

/**
 * What a new pattern costs, in steps: for each character of a text, and to be compiled.
 * @throws PatternRefused also for what only an old one may have
 */
export function patternCost(pattern: string): { perCharacter: number; size: number } {
  if (pattern.length <= mostPatternLength) portablePattern(pattern);
  const { expression, stepsPerCharacter } = compiledPattern(pattern);
  return { perCharacter: stepsPerCharacter, size: expression.programSize() };
}

/** What a validator asks of a regular expression. */
export interface LinearPattern {
  /** @throws TooMuchWork when the text is too long for the pattern, or the time for its value is up */
  test: (text: string) => boolean;
  toString: () => string;
}

/**
 * A `pattern` of anybody's schema on RE2's engine, whose time grows with the pattern's size times the text's length and
 * never explodes. Both are bounded, and matching is told to the meter of the value that is checked.
 * @throws PatternRefused for a pattern that is too large, or has what such an engine cannot have
 */
export function linearPattern(pattern: string): LinearPattern {
  compiledPattern(pattern);
  return {
    test(text) {
      let found = compiled.get(pattern);
      if (found === undefined) {
        found = compiledPattern(pattern);
        spend(found.expression.programSize() * stepsToCompile);
      }
      const steps = found.stepsPerCharacter * (text.length + 1);
      if (steps > mostPatternWork) {
        const longest = Math.floor(mostPatternWork / found.stepsPerCharacter);
        throw new TooMuchWork(`is longer than the ${longest} characters that can be matched with its pattern`);
      }
      spend(steps);
      return found.expression.test(text);
    },
    toString: () => pattern,
  };
}
