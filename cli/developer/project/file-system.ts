import { lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";

/** The calls by which we read and write a folder. A test passes others, which fail as on a full disk. */
export const fileSystem = { lstat, mkdir, open, readdir, readFile, rename, rm, writeFile };
export type FileSystem = typeof fileSystem;

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;
