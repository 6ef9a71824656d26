import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import { writeAtomically } from "@ferrule/kit/write-atomically.ts";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import { digestInTurns } from "../../ground/digest-in-turns.ts";
import { requireDigest } from "./artifact-files.ts";

/** Bundles by digest, as files below DATA_DIR. They are only a cache: a damaged file counts as missing. */
export interface BundleFiles {
  read: (digest: string) => Promise<BundleBytes | undefined>;
  /** Whether the file exists, whatever it contains. */
  has: (digest: string) => Promise<boolean>;
  /** Returns whether it was written. A full disk affects only the cache, never the deployment. */
  write: (written: BundleBytes) => Promise<boolean>;
}

/**
 * The seal: SHA-256 (hex) of the name and of everything that follows. Then come the length of the code, the code and
 * its map.
 */
const sealBytes = 64;
const headBytes = sealBytes + 4;

const sealOf = (digest: string, content: readonly Uint8Array[]) => digestInTurns(Buffer.from(digest), ...content);

async function open(digest: string, file: Buffer): Promise<BundleBytes> {
  const seal = file.toString("latin1", 0, sealBytes);
  if (file.length < headBytes || (await sealOf(digest, [file.subarray(sealBytes)])) !== seal)
    throw new Error("The file has changed since it was written.");
  const end = headBytes + file.readUInt32LE(sealBytes);
  return { digest, code: file.subarray(headBytes, end), sourceMap: file.subarray(end) };
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Opens the folder, and creates it if necessary. */
export async function openBundleFiles(dataDir: string, log: Log): Promise<BundleFiles> {
  const folder = join(dataDir, "bundles");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (digest: string) => join(folder, `${requireDigest(digest)}.bundle`);

  async function readFrom<T>(path: string, read: (file: Buffer) => T | Promise<T>): Promise<T | undefined> {
    try {
      return await read(await readFile(path));
    } catch (error) {
      if (!isAbsent(error)) log.warn({ err: error, path }, "a cached file is damaged");
      return undefined;
    }
  }

  async function write(written: BundleBytes): Promise<boolean> {
    const { digest, code, sourceMap } = written;
    const path = pathOf(digest);
    try {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(code.length);
      const content = [length, code, sourceMap];
      await writeAtomically(path, [Buffer.from(await sealOf(digest, content)), ...content], { sync: false });
      return true;
    } catch (error) {
      log.warn({ err: error, path }, "could not cache a file");
      return false;
    }
  }

  return {
    read: async (digest) => readFrom(pathOf(digest), (file) => open(digest, file)),
    has: async (digest) => isThere(pathOf(digest)),
    write,
  };
}
