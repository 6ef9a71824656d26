import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const kept = z.object({ email: z.string(), password: z.string().min(12) });
const fileIn = (dataDir: string) => join(dataDir, "owner.json");

/** A random password of 144 bits. */
export const generatePassword = (): string => randomBytes(18).toString("base64url");

/** The password generated for the first owner, with its file; null when there is none. */
export async function readGeneratedPassword(
  dataDir: string,
): Promise<{ email: string; password: string; file: string } | null> {
  const file = fileIn(dataDir);
  try {
    return { ...kept.parse(JSON.parse(await readFile(file, "utf8"))), file };
  } catch {
    return null;
  }
}

/** Generates the first owner's password, or returns the stored one; only this operating system user can read it. */
export async function keepGeneratedPassword(dataDir: string, email: string): Promise<string> {
  const before = await readGeneratedPassword(dataDir);
  if (before?.email === email) return before.password;
  const password = generatePassword();
  await mkdir(dataDir, { recursive: true });
  await writeFile(fileIn(dataDir), `${JSON.stringify({ email, password }, null, 2)}\n`, { mode: 0o600 });
  return password;
}

/** Removes the file if it belongs to this user, because its password is no longer theirs. */
export async function forgetGeneratedPassword(dataDir: string, email: string): Promise<void> {
  const before = await readGeneratedPassword(dataDir);
  if (before?.email === email) await rm(before.file, { force: true });
}
