import type { FencedBlock } from "./fenced-blocks.ts";

/** One `ferrule …` command of a page. */
interface CommandLine {
  /** The words after `ferrule`. */
  words: string[];
  /** 1-based. */
  line: number;
}

/** How a page runs the command: as `ferrule`, or from the installation with npx. */
const begins = /(?:^|[\s{;&|])(?:ferrule|npx (?:--yes )?"?(?:https?:\/\/[^\s"]+|\$FERRULE_URL)\/cli"?)(?= |$)(.*)/;
/** The end of a command in a shell: a pipe, a redirection, or the next command. */
const ends = /^(?:[|<>;&]|\d>)/;

const wordsOf = (text: string): string[] => {
  const words = text.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  const end = words.findIndex((word) => ends.test(word));
  return words.slice(0, end === -1 ? undefined : end).map((word) => word.replace(/^(["'])(.*)\1$/s, "$2"));
};

/**
 * The command lines of these blocks. In a `console` block, these are the lines after `$`; elsewhere all lines count.
 */
export function commandLines(blocks: readonly FencedBlock[]): CommandLine[] {
  return blocks.flatMap(({ language, text, line }) =>
    text.split("\n").flatMap((each, at) => {
      if (language === "console" && !each.startsWith("$ ")) return [];
      const [, rest] = begins.exec(each) ?? [];
      // A shell function that passes its arguments on is not a command line yet.
      return rest === undefined || rest.includes('"$@"') ? [] : [{ words: wordsOf(rest), line: line + at }];
    }),
  );
}
