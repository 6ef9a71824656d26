import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const kept = z.object({ email: z.string(), password: z.string().min(12) });
const fileIn = (dataDir: string) => join(dataDir, "owner.json");

/** A password that nobody chose: 144 random bits. */
export const generatePassword = (): string => randomBytes(18).toString("base64url");

/** The password that was generated for the first owner, with its file; null when none is kept. */
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

/** Generates the first owner's password and keeps it where only this user may read it; the kept one while it is there. */
export async function keepGeneratedPassword(dataDir: string, email: string): Promise<string> {
  const before = await readGeneratedPassword(dataDir);
  if (before?.email === email) return before.password;
  const password = generatePassword();
  await mkdir(dataDir, { recursive: true });
  await writeFile(fileIn(dataDir), `${JSON.stringify({ email, password }, null, 2)}\n`, { mode: 0o600 });
  return password;
}

/** Removes the file when it is about this user: the password in it is no longer theirs. */
export async function forgetGeneratedPassword(dataDir: string, email: string): Promise<void> {
  const before = await readGeneratedPassword(dataDir);
  if (before?.email === email) await rm(before.file, { force: true });
}
