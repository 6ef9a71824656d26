import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";
import { PatternRefused } from "./pattern-refused.ts";
import { patternSize } from "./pattern-size.ts";
import { portablePattern } from "./portable-pattern.ts";
import { spend, TooMuchWork } from "../work-meter.ts";

/** The length of a pattern's text. */
export const mostPatternLength = 2_000;
/** Instructions of a compiled pattern; `[a-z]{0,100}` has 200. */
export const mostPatternSize = 2_500;
/** Instructions times characters of one match: 0.15 s at worst. */
export const mostPatternWork = 2_500_000;

/**
 * The most bytes of an engine's table of states for one pattern. Beyond that it starts over; its own limit is 8 MB.
 */
const mostTableBytes = 262_144;
const stepsToCompile = 20;
/** Room for an estimate that may be five times too high. */
const surelyTooLarge = 5 * mostPatternSize;

interface Compiled {
  expression: RE2JS;
  /** The cost of a character of a text, in steps. */
  stepsPerCharacter: number;
}

/** A pattern in use takes between 5 KB and its table of states. */
const compiled = new LRUCache<string, Compiled>({ max: 500 });

/** `\1` and `\k<name>` after an even number of backslashes. No linear-time engine can support them. */
const backReference = /(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/;
const notLinear =
  "cannot be matched in linear time: write it without look-ahead, look-behind and back-references, and repeat at most 1000 times";

/** Some accepted patterns are older than the rule that patterns must be portable. We match those as before. */
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
  // If a pattern never has two options at a character, it needs no table and its cost does not depend on its size.
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
 * The cost of a new pattern in steps: for each character of a text, and for compiling.
 * @throws PatternRefused also for syntax that only old patterns may have
 */
export function patternCost(pattern: string): { perCharacter: number; size: number } {
  if (pattern.length <= mostPatternLength) portablePattern(pattern);
  const { expression, stepsPerCharacter } = compiledPattern(pattern);
  return { perCharacter: stepsPerCharacter, size: expression.programSize() };
}

/** The part of a regular expression that a validator uses. */
export interface LinearPattern {
  /** @throws TooMuchWork when the text is too long for the pattern, or the time for its value is up */
  test: (text: string) => boolean;
  toString: () => string;
}

/**
 * Matches a `pattern` from anybody's schema with RE2's engine. Its time grows with the pattern's size times the text's
 * length, and never explodes. Both are limited, and the time counts toward the checked value's limit.
 * @throws PatternRefused for a pattern that is too large, or has syntax that such an engine cannot support
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
