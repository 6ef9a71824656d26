const headingOf = /^### (.+)$/;

/** The lines of a note, by their section. @throws Error when the note does not begin with a section */
function sectionsOf(note: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let lines: string[] | undefined;
  for (const line of note.trim().split("\n")) {
    const [, section] = headingOf.exec(line) ?? [];
    if (section !== undefined) found.set(section, (lines = found.get(section) ?? []));
    else if (lines === undefined) throw new Error(`A note must begin with a section, such as "### Functions": ${line}`);
    else if (line !== "") lines.push(line);
  }
  return found;
}

/** The end of a section: after its last line that is not empty. */
function endOf(body: readonly string[], section: string): number {
  const start = body.indexOf(`### ${section}`);
  if (start === -1) return -1;
  const next = body.findIndex((line, at) => at > start && headingOf.test(line));
  return body.findLastIndex((line, at) => at < (next === -1 ? body.length : next) && line !== "") + 1;
}

/**
 * Adds the notes of a release to a changelog: each line goes to the end of its section in the newest version. The
 * newest version becomes this one if it is unreleased; otherwise this one is added above the others.
 * @throws Error when a note does not begin with a section
 */
export function gatherNotes(changelog: string, version: string, notes: readonly string[]): string {
  const lines = changelog.trimEnd().split("\n");
  const isVersion = (line: string) => line.startsWith("## ");
  const newest = lines.findIndex(isVersion);
  const top = newest === -1 ? lines.length : newest;
  const isThere = lines[top] === `## ${version}` || lines[top] === `## ${version} (unreleased)`;
  const next = isThere ? lines.findIndex((line, at) => at > top && isVersion(line)) : top;
  const end = next === -1 ? lines.length : next;
  const body = isThere ? lines.slice(top + 1, end) : [];
  while (body.at(-1) === "") body.pop();
  for (const note of notes) {
    for (const [section, added] of sectionsOf(note)) {
      const at = endOf(body, section);
      if (at === -1) body.push("", `### ${section}`, "", ...added);
      else body.splice(at, 0, ...added);
    }
  }
  const rest = lines.slice(end);
  const before = lines.slice(0, top);
  return `${[...before, `## ${version}`, ...body, ...(rest.length === 0 ? [] : ["", ...rest])].join("\n")}\n`;
}
