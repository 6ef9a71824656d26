/** Files that may contain paths of `/internal`: the table, and files with paths that are not messages. */
const tables = new Set([
  "contract/internal/routes.ts",
  "contract/internal/call-frames.ts",
  "contract/internal/host-calls.ts",
  "kit/peers/peer-proof.ts",
]);
const isComment = (line: string) => /^\s*(?:\/?\*|\/\/)/.test(line);

/**
 * Finds paths of `/internal` outside the table of its routes. Tests may contain them, to show what is sent.
 * @returns one sentence for each finding
 * @returns one sentence for each
 */
export function checkInternalPaths(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (tables.has(path) || /\.test\.tsx?$/.test(path)) return [];
    const code = text.split("\n").filter((line) => !isComment(line));
    const found = code.join("\n").matchAll(/["'`}](\/internal\/[^"'`\s]*)/g);
    return [...found].map(
      ([, literal]) => `${path} writes out ${literal}: take it from internalRoutes (contract/internal/routes.ts).`,
    );
  });
}
