/** One path per line: `email`, or `order, line` for fields that are unique together. */
export const readKeys = (text: string): string[][] =>
  text
    .split("\n")
    .map((line) =>
      line
        .split(",")
        .map((path) => path.trim())
        .filter((path) => path !== ""),
    )
    .filter((key) => key.length > 0);

export const keysText = (keys: readonly (readonly string[])[]): string => keys.map((key) => key.join(", ")).join("\n");

/** Paths separated by commas or line breaks. */
export const readPaths = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((path) => path.trim())
    .filter((path) => path !== "");
