import { lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";

/** The calls that a folder is read and written with. A test gives others that fail as a full disk does. */
export const fileSystem = { lstat, mkdir, open, readdir, readFile, rename, rm, writeFile };
export type FileSystem = typeof fileSystem;

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;
