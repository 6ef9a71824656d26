/** An empty map. esbuild treats it as no map, and reads no file for it. */
const noMap =
  "//# sourceMappingURL=data:application/json,%7B%22version%22:3,%22sources%22:%5B%5D,%22mappings%22:%22%22%7D";

/**
 * Disables the source map comments in a module's text. esbuild follows the last such comment of a file to any file on
 * the machine, so we append the last one. A comment at the end never changes what a program does, and editing the
 * others would require telling comments from strings. Lines and columns stay the same.
 */
export const withoutForeignMap = (text: string): string => `${text}\n${noMap}\n`;
