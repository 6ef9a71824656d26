import type { Problem } from "../../folder/documents.ts";

/** Why a command cannot work on a folder: what a person must do, and in which files. */
export class FolderError extends Error {
  override name = "FolderError";
  /** As git does: 1 failed, 2 asked wrongly, 5 a conflict. */
  readonly exitCode: 1 | 2 | 5;
  readonly problems: readonly Problem[];

  constructor(message: string, options: { exitCode?: 1 | 2 | 5; problems?: readonly Problem[]; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.exitCode = options.exitCode ?? 1;
    this.problems = options.problems ?? [];
  }
}

/** `functions/look-up.yaml:3:5 timeoutMs must be a number`. */
export const problemLine = ({ file, line, column, message }: Problem): string =>
  `${[file, line, column].filter((part) => part !== undefined).join(":")} ${message}`;
