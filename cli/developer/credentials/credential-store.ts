import { chmod, mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeAtomically } from "@ferrule/kit/write-atomically.ts";
import { CommandError } from "../command-error.ts";
import { type Credential, credentialFile } from "./credential.ts";

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

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** Refuses a file that others can read. Windows has no such mode: there, the user's profile folder keeps others out. */
async function refuseShared(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  throw new CommandError(
    "CREDENTIALS_SHARED",
    `Others can read your tokens: ${path} has the mode ${(mode & 0o777).toString(8)}.`,
    {
      exit: "signedOut",
      hint: `Run \`chmod 600 ${JSON.stringify(path)}\`, and replace the tokens if somebody may have read them.`,
    },
  );
}

async function read(path: string): Promise<Credential[]> {
  try {
    await refuseShared(path);
    return credentialFile.parse(JSON.parse(await readFile(path, "utf8"))).credentials;
  } catch (error) {
    if (isMissing(error)) return [];
    if (error instanceof CommandError) throw error;
    throw new CommandError("CREDENTIALS_UNREADABLE", `${path} is not a file of this command's tokens.`, {
      hint: "Remove the file, and sign in again with `ferrule login`.",
      cause: error,
    });
  }
}

/** Keeps tokens in `folder`. A new file has mode 600 from its first byte; a change replaces it as a whole. */
export function credentialStore(folder: string): CredentialStore {
  const path = join(folder, "credentials.json");
  const write = async (credentials: Credential[]) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await writeAtomically(path, `${JSON.stringify({ version: 1, credentials }, null, 2)}\n`);
  };
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
