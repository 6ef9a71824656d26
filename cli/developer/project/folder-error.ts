import type { Problem } from "../../folder/documents.ts";
import { CommandError } from "../command-error.ts";

/** `functions/look-up.yaml:3:5 timeoutMs must be a number`. */
export const problemLine = ({ file, line, column, message }: Problem): string =>
  `${[file, line, column].filter((part) => part !== undefined).join(":")} ${message}`;

interface Parts {
  /** Whether it is an unresolved conflict; otherwise the command failed. */
  exit?: "failed" | "conflict";
  problems?: readonly Problem[];
  cause?: unknown;
}

const mostTold = 50;

/** Why a command cannot work on a folder: what a person must do, and in which files. */
export class FolderError extends CommandError {
  override name = "FolderError";
  readonly problems: readonly Problem[];

  constructor(message: string, { exit = "failed", problems = [], cause }: Parts = {}) {
    const lines = problems.slice(0, mostTold).map((one) => `  ${problemLine(one)}`);
    const more = problems.length > mostTold ? [`  and ${problems.length - mostTold} more`] : [];
    const told = problems.length === 0 ? {} : { details: { problems }, hint: [...lines, ...more].join("\n") };
    super("FOLDER_INVALID", message, { exit, cause, ...told });
    this.problems = problems;
  }
}
