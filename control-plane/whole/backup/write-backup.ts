import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Writable } from "node:stream";
import type { Encrypter } from "age-encryption";
import type { Client } from "pg";
import { BackupError, encodeData, encodeJson } from "./file/frames.ts";
import { formatVersion, type Header } from "./file/header.ts";
import { seal } from "./file/seal.ts";
import { listApplied, listSequences, lockSchemaShared } from "./queries/catalog.ts";
import { beginSnapshot, copyOut } from "./queries/snapshot.ts";

export interface Written {
  tables: number;
  rows: number;
  /** The size of the file. */
  bytes: number;
}

/** The plain stream of a backup: one snapshot, table by table. */
async function* frames(client: Client, version: string, written: Written): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const add = (frame: Buffer) => {
    hash.update(frame);
    return frame;
  };
  await lockSchemaShared(client);
  const tables = await beginSnapshot(client);
  const header: Header = {
    product: "ferrule",
    format: formatVersion,
    version,
    takenAt: sharedDate().toISOString(),
    migrations: await listApplied(client),
    tables,
  };
  yield add(encodeJson("H", header));
  for (const table of tables) {
    yield add(encodeJson("T", { name: table.name }));
    const rows = copyOut(client, table);
    for await (const chunk of rows as AsyncIterable<Buffer>) for (const frame of encodeData(chunk)) yield add(frame);
    yield add(encodeJson("E", { rows: rows.rowCount }));
    written.rows += rows.rowCount;
    written.tables += 1;
  }
  yield add(encodeJson("S", await listSequences(client)));
  await client.query("commit");
  yield encodeJson("Z", { tables: written.tables, rows: written.rows, sha256: hash.digest("hex") });
}

/** Writes a backup of the database to a stream. The connection must see every row; close it afterwards. */
export async function streamBackup(
  client: Client,
  version: string,
  encrypter: Encrypter,
  target: Writable,
): Promise<Written> {
  const written: Written = { tables: 0, rows: 0, bytes: 0 };
  const sealed = await seal(frames(client, version, written), encrypter);
  sealed.on("data", (chunk: Buffer) => (written.bytes += chunk.length));
  sealed.pause();
  await pipeline(sealed, target);
  return written;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a backup to a file that must not exist yet. The file gets its name only when it is completely on disk. Until
 * then, and after a kill, there is `<path>.partial`, which the next backup replaces.
 * @throws BackupError when the file exists
 */
export async function writeBackup(
  client: Client,
  version: string,
  encrypter: Encrypter,
  path: string,
): Promise<Written> {
  const taken = await access(path).then(
    () => true,
    () => false,
  );
  if (taken) throw new BackupError(`There is a file ${path} already.`);
  const partial = `${path}.partial`;
  try {
    const written = await streamBackup(client, version, encrypter, createWriteStream(partial, { mode: 0o600 }));
    await sync(partial);
    await rename(partial, path);
    await sync(dirname(path));
    return written;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
