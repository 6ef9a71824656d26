import { createHash } from "node:crypto";
import type { Decrypter } from "age-encryption";
import { BackupError, encodeFrame, readFrames, type Frame } from "./file/frames.ts";
import { parseEnd, parseHeader, parseSequences, parseTable, parseTableEnd, type Header } from "./file/header.ts";
import { unseal } from "./file/seal.ts";
import type { TableOfBackup } from "./queries/catalog.ts";

/** The actions for the parts of a backup; it skips a part without an action. */
export interface Reader {
  header?: (header: Header) => Promise<void>;
  /**
   * Must have read all `rows` when it resolves. It returns their number, for comparison with the number in the backup.
   */
  table?: (table: TableOfBackup, rows: AsyncIterable<Buffer>) => Promise<number>;
  sequence?: (name: string, value: string) => Promise<void>;
}

export interface Contents {
  header: Header;
  tables: number;
  rows: number;
}

type Frames = AsyncGenerator<Frame, void>;

/** Counts what was read, and checks at the end that nothing is missing. */
async function* counted(frames: Frames): Frames {
  const hash = createHash("sha256");
  let ended = false;
  for await (const frame of frames) {
    if (ended) throw new BackupError("The backup has data after its end.");
    if (frame.kind === "Z") {
      ended = true;
      if (parseEnd(frame.payload).sha256 !== hash.digest("hex"))
        throw new BackupError("The backup's checksum is wrong.");
    } else {
      hash.update(encodeFrame(frame.kind, frame.payload));
    }
    yield frame;
  }
  if (!ended) throw new BackupError("The backup ends too early.");
}

async function next(frames: Frames): Promise<Frame> {
  const { done, value } = await frames.next();
  if (done === true) throw new BackupError("The backup ends too early.");
  return value;
}

/** The rows of one table, up to its end frame. */
async function* rowsUntilEnd(frames: Frames, end: { rows?: number }): AsyncGenerator<Buffer> {
  for (;;) {
    const { kind, payload } = await next(frames);
    if (kind === "E") {
      end.rows = parseTableEnd(payload).rows;
      return;
    }
    if (kind !== "D") throw new BackupError("The backup is damaged.");
    yield payload;
  }
}

async function readTable(frames: Frames, table: TableOfBackup, read: Reader["table"]): Promise<number> {
  const end: { rows?: number } = {};
  const rows = rowsUntilEnd(frames, end);
  const found = await read?.(table, rows);
  for await (const rest of rows)
    if (read !== undefined && rest.length > 0) throw new BackupError("Not all rows were read.");
  if (end.rows === undefined || (found !== undefined && found !== end.rows))
    throw new BackupError(`The table ${table.name} has ${found} rows instead of ${end.rows}.`);
  return end.rows;
}

/**
 * Reads a backup from start to end with bounded memory, and checks every part and the whole.
 * @throws BackupError when it cannot be decrypted, is truncated or changed, or is not a backup
 */
export async function readBackup(path: string, decrypter: Decrypter, reader: Reader = {}): Promise<Contents> {
  const frames = counted(readFrames(unseal(path, decrypter)) as Frames);
  const first = await next(frames);
  if (first.kind !== "H") throw new BackupError("The file is not a Ferrule backup.");
  const header = parseHeader(first.payload);
  await reader.header?.(header);
  const missing = new Map(header.tables.map((table) => [table.name, table]));
  let rows = 0;
  for await (const { kind, payload } of frames) {
    if (kind === "T") {
      const { name } = parseTable(payload);
      const table = missing.get(name);
      if (table === undefined) throw new BackupError("The backup is damaged.");
      missing.delete(name);
      rows += await readTable(frames, table, reader.table);
    } else if (kind === "S") {
      for (const { name, value } of parseSequences(payload)) await reader.sequence?.(name, value);
    } else if (kind !== "Z") {
      throw new BackupError("The backup is damaged.");
    }
  }
  if (missing.size > 0) throw new BackupError("Tables are missing in the backup.");
  return { header, tables: header.tables.length, rows };
}
