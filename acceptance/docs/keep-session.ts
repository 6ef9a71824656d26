/** The file, in the folder of the commands, that holds a bash session for the next one. */
export const sessionFile = "session.sh";

/** A command that keeps what these blocks assign and define, so that another bash goes on with `. ./session.sh`. */
export function keepSession(blocks: readonly string[]): string {
  const assigned = blocks.flatMap((block) => [...block.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1] ?? ""));
  return `{ declare -p ${[...new Set(assigned)].join(" ")}; declare -f; } > ${sessionFile}`;
}
