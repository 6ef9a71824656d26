/** The lines of a text without empty ones; undefined if there are none. */
export function linesOf(text: string): string[] | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const given = lines.filter((line) => line !== "");
  return given.length === 0 ? undefined : given;
}
