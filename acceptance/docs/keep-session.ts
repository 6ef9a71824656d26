/** A file in the commands' folder that keeps a bash session for the next one. */
export const sessionFile = "session.sh";

/**
 * A command that keeps the variables and functions of these blocks, so that another bash can continue with `.
 * ./session.sh`.
 */
export function keepSession(blocks: readonly string[]): string {
  const assigned = blocks.flatMap((block) => [...block.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1] ?? ""));
  return `{ declare -p ${[...new Set(assigned)].join(" ")}; declare -f; } > ${sessionFile}`;
}
