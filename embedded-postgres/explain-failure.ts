import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

const reasons: Record<string, string> = {
  EACCES: "it cannot be written or searched by the user that Ferrule runs as",
  EPERM: "the user that Ferrule runs as may not change it",
  EROFS: "it lies on a read-only file system",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "a part of its path is a file",
  ENAMETOOLONG: "its path is too long",
};

/**
 * Turns an error that stopped a launch on `dataDir` into an EmbeddedPostgresError; one that is already an
 * EmbeddedPostgresError stays.
 */
export function explainFailure(cause: unknown, dataDir: string): EmbeddedPostgresError {
  if (cause instanceof EmbeddedPostgresError) return cause;
  const { code = "", path, message } = cause as NodeJS.ErrnoException;
  const reason = reasons[code];
  if (reason === undefined) {
    return new EmbeddedPostgresError(`The embedded PostgreSQL in ${dataDir} could not be started: ${message}`, {
      cause,
    });
  }
  const place = path === undefined || path === dataDir ? dataDir : `${dataDir} (at ${path})`;
  return new EmbeddedPostgresError(
    `The data folder ${place} cannot be used, because ${reason}: correct that, or choose another DATA_DIR.`,
    { cause },
  );
}
