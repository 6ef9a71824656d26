import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Log } from "@ferrule/kit/log.ts";
import { createKeptFiles, noteUse } from "../cache/kept-files.ts";
import { integrityOf } from "./integrity.ts";

export interface TarballCache {
  /** Undefined when the tarball is not cached, or does not match its integrity. */
  get: (integrity: string) => Promise<Buffer | undefined>;
  /** It never throws, because a build must not fail when a tarball cannot be cached. */
  set: (integrity: string, tarball: Buffer) => Promise<void>;
}

/** Tarballs by their integrity, one file each, checked whenever they are read. `createKeptFiles` limits their size. */
export function createTarballCache(options: { folder: string; maxBytes: number; log: Log }): TarballCache {
  const files = createKeptFiles(options);
  const nameOf = (integrity: string) => `${createHash("sha256").update(integrity).digest("hex")}.tgz`;
  return {
    async get(integrity) {
      const path = files.pathOf(nameOf(integrity));
      const tarball = await readFile(path).catch(() => undefined);
      if (tarball === undefined || (await integrityOf(tarball)) !== integrity) return undefined;
      noteUse(path);
      return tarball;
    },
    async set(integrity, tarball) {
      try {
        await files.write(nameOf(integrity), [tarball]);
      } catch (error) {
        options.log.warn({ err: error }, "a package could not be kept");
      }
    },
  };
}
