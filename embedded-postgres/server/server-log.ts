import { constants, copyFile, open, stat, truncate, type FileHandle } from "node:fs/promises";

/** A log file longer than this is moved to `<file>.1`, replacing the one before: at most about twice this is kept. */
const limitBytes = 8 * 1024 * 1024;

/** Opens the server's log for appending, private to `owner` (numeric; undefined: to us); never through a link. */
export async function openServerLog(file: string, owner: number | undefined): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  if (owner !== undefined) await handle.chown(owner, owner);
  return handle;
}

/** Bounds the log while the server writes: it appends, so that after truncation it goes on at the beginning. */
export async function boundServerLog(file: string, bytes = limitBytes): Promise<void> {
  if ((await stat(file)).size <= bytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** What a connection is told while the server starts or ends: our own probes cause it, and it says nothing of why. */
const turnedAway = /the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/;

/** Why the server ended, as it said itself from byte `from` of its log on: its first fatal line, or else its last. */
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
