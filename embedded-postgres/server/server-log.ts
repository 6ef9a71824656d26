import { constants, copyFile, open, stat, truncate, type FileHandle } from "node:fs/promises";

/** We move a longer log file to `<file>.1` and replace the one before, so at most about twice this is kept. */
const limitBytes = 8 * 1024 * 1024;

/** Opens the server's log for appending, readable only by `owner` (numeric; undefined: us); it never follows a link. */
export async function openServerLog(file: string, owner: number | undefined): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  if (owner !== undefined) await handle.chown(owner, owner);
  return handle;
}

/** Limits the log while the server writes. The server appends, so after truncation it continues at the start. */
export async function boundServerLog(file: string, bytes = limitBytes): Promise<void> {
  if ((await stat(file)).size <= bytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/**
 * The message that a connection gets while the server starts or ends: our own probes cause it, so it does not explain a
 * failure.
 */
const turnedAway = /the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/;

/** The server's own reason for its end, from byte `from` of its log: its first fatal line, or else its last. */
export async function lastWords(file: string, from: number): Promise<string> {
  const handle = await open(file, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(64 * 1024), { position: from });
    const lines = buffer
      .toString("utf8", 0, bytesRead)
      .split("\n")
      .filter((line) => line.trim() !== "" && !turnedAway.test(line));
    const line = lines.find((text) => /\b(FATAL|PANIC): /.test(text)) ?? lines.at(-1) ?? "it said nothing";
    return line
      .replace(/^.*?\b(FATAL|PANIC|ERROR|LOG):\s+/, "")
      .trim()
      .slice(0, 300);
  } finally {
    await handle.close();
  }
}
