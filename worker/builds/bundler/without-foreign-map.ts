/** An empty map. esbuild takes it for none, and reads nothing to do so. */
const noMap =
  "//# sourceMappingURL=data:application/json,%7B%22version%22:3,%22sources%22:%5B%5D,%22mappings%22:%22%22%7D";

/**
 * The text of a module with its source map comments made void. esbuild follows the last such comment of a file, to any file of the
 * machine; so the last one is ours. What a program does never depends on a comment at its end, whereas to change the others one
 * would have to know comments from strings. Lines and columns stay what they were.
 */
export const withoutForeignMap = (text: string): string => `${text}\n${noMap}\n`;
