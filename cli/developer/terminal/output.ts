import type { Progress } from "./progress.ts";
import { progress } from "./progress.ts";
import { type Column, table } from "./table.ts";

/** The output of a command. Standard output has only results; everything else goes to standard error. */
export interface Output {
  /** A note for a person; programs do not need it. */
  note: (text: string) => void;
  /** The result: one JSON document with `--json`, otherwise a text. */
  result: (json: unknown, human: string | (() => string)) => void;
  /** The result as a table, or as one JSON document. If the table has no rows, it prints the note `empty` instead. */
  table: (json: unknown, columns: readonly Column[], rows: readonly (readonly string[])[], empty?: string) => void;
  /** One of many results that arrive over time: one line of JSON with `--json`, otherwise a text. */
  event: (json: unknown, human: string | (() => string)) => void;
  progress: (text: string) => Progress;
}

const silent: Progress = { say: () => undefined, end: () => undefined };

/** Writes to these streams; as JSON if requested. */
export function createOutput(
  streams: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream },
  json: boolean,
): Output {
  const { stdout, stderr } = streams;
  const write = (data: unknown, human: string | (() => string), indent?: number) => {
    const text = json ? JSON.stringify(data, null, indent) : typeof human === "string" ? human : human();
    if (text !== "") stdout.write(`${text}\n`);
  };
  const note = (text: string) => {
    if (!json) stderr.write(`${text}\n`);
  };
  return {
    note,
    result: (data, human) => write(data, human, 2),
    event: write,
    table: (data, columns, rows, empty) => {
      if (rows.length === 0 && empty !== undefined) note(empty);
      write(data, () => (rows.length === 0 ? "" : table(columns, rows)), 2);
    },
    progress: (text) => (json ? silent : progress(stderr, text)),
  };
}
