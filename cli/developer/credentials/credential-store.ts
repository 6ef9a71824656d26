import { join } from "node:path";
import { CommandError } from "../command-error.ts";
import { type Credential, credentialFile } from "./credential.ts";
import { readPrivate, writePrivate } from "./private-file.ts";

/** Stores tokens in one file, which only its user can read. */
export interface CredentialStore {
  path: string;
  /** The most recently stored one comes first. */
  list: () => Promise<Credential[]>;
  /** Replaces the one for the same installation and Project. */
  put: (credential: Credential) => Promise<void>;
  /** Returns the removed ones. */
  remove: (which: (credential: Credential) => boolean) => Promise<Credential[]>;
}

async function read(path: string): Promise<Credential[]> {
  const text = await readPrivate(path);
  if (text === null) return [];
  try {
    return credentialFile.parse(JSON.parse(text)).credentials;
  } catch (error) {
    throw new CommandError("CREDENTIALS_UNREADABLE", `${path} is not a file of this command's tokens.`, {
      hint: "Remove the file, and sign in again with `ferrule login`.",
      cause: error,
    });
  }
}

/** Keeps tokens in `folder`. A new file has mode 600 from its first byte; a change replaces it as a whole. */
export function credentialStore(folder: string): CredentialStore {
  const path = join(folder, "credentials.json");
  const write = (credentials: Credential[]) =>
    writePrivate(path, `${JSON.stringify({ version: 1, credentials }, null, 2)}\n`);
  const isSame = (a: Credential, b: Credential) => a.address === b.address && a.project.slug === b.project.slug;
  return {
    path,
    list: () => read(path),
    put: async (added) => {
      const others = (await read(path)).filter((one) => !isSame(one, added));
      await write([added, ...others]);
    },
    remove: async (which) => {
      const all = await read(path);
      const removed = all.filter(which);
      if (removed.length > 0) await write(all.filter((one) => !removed.includes(one)));
      return removed;
    },
  };
}
