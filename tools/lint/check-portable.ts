/** The code of the developers' command: it runs on Linux, macOS and Windows, on Node 20. */
const command = /^cli\/(?:developer|folder)\/(?!(?:.*\/)?testing\/|.*\.test\.ts$)/;
/** The files that start programs: a program for each system, or one that exists on all systems. */
const starters = ["cli/developer/terminal/open-in-browser.ts", "cli/developer/commits/ask-git.ts"];

interface Rule {
  found: RegExp;
  why: string;
  except?: readonly string[];
}

const rules: readonly Rule[] = [
  { found: /["'`]\/(?:dev(?!\/null)|tmp|proc|etc|usr|bin|var)\//, why: "names a path that Windows does not have" },
  { found: /\bprocess\.(?:get|set)(?:e?[ug]id|groups)\b|\bprocess\.umask\b/, why: "asks for users of POSIX" },
  { found: /["'`]SIG(?!INT\b)[A-Z0-9]+["'`]/, why: "uses a signal that Windows does not have; only SIGINT is there" },
  {
    found: /from "(?:node:)?child_process"|import\("(?:node:)?child_process"\)/,
    why: "starts a program",
    except: starters,
  },
  { found: /\bshell:\s*true\b|["'`](?:ba|z)?sh["'`]\s*,\s*\[/, why: "needs a shell" },
  { found: /\b(?:path\.posix|path\/posix)\b/, why: "treats paths as POSIX has them" },
  {
    found:
      /\bPromise\.(?:withResolvers|try)\b|\b(?:Object|Map)\.groupBy\b|\bArray\.fromAsync\b|\bRegExp\.escape\b|\bSymbol\.(?:asyncD|d)ispose\b|\b(?:await )?using \w+ =|\bmkdtempDisposable|\bglobSync\b|\bprocess\.execve\b|\bimport\.meta\.main\b|(?<!\bz)\.(?:union|intersection|difference|isSubsetOf)\(/,
    why: "uses what Node 20 does not have",
  },
];

const isComment = (line: string) => /^\s*(?:\/?\*|\/\/)/.test(line);

/**
 * Finds code that would keep the developers' command from running on every system, or on Node 20.
 * @param sources the texts of the sources, by their path in the repository
 * @returns one sentence for each
 */
export function checkPortable(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!command.test(path)) return [];
    return text.split("\n").flatMap((line, at) => {
      if (isComment(line)) return [];
      const broken = rules.filter(({ found, except }) => !except?.includes(path) && found.test(line));
      return broken.map(({ why }) => `${path}:${at + 1} ${why}.`);
    });
  });
}
