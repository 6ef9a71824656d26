import type { Context } from "../context/context.ts";
import { plain } from "../terminal/plain.ts";
import type { FileConflict, Settled } from "./settle.ts";

const marks = { created: "+", changed: "~", deleted: "-" } as const;

const sentences: Readonly<Record<FileConflict["kind"], string>> = {
  text: "both sides changed the same lines",
  fields: "both sides changed the same fields",
  "deleted-here": "deleted here, changed on the server: it is back",
  "deleted-on-server": "deleted on the server, changed here: it stays, and a push makes it again",
};

/** The changes of a pull in the folder, as text for a person. */
export function settledText({ changes, conflicts }: Settled, { paint }: Pick<Context, "paint">): string {
  const files = changes.map(({ path, change }) => `  ${marks[change]} ${plain(path)}`);
  const told = conflicts.map(({ file, kind, fields }) => {
    const which = fields.length === 0 ? "" : `: ${fields.map(({ field }) => field).join(", ")}`;
    return paint.red(`  ! ${plain(file)}: ${sentences[kind]}${plain(which)}`);
  });
  const next = conflicts.length === 0 ? [] : ["Resolve what has markers (<<<<<<<) in the files, then push."];
  return [...files, ...told, ...next].join("\n");
}
