import { readFile, stat, writeFile } from "node:fs/promises";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { BackupError } from "./frames.ts";

/** What encrypts a backup: age public keys, or a passphrase in a file. */
export interface Locks {
  recipients?: readonly string[] | undefined;
  passphraseFile?: string | undefined;
}

/** What decrypts it: a file of age secret keys, or the file with the passphrase. */
export interface Keys {
  identity?: string | undefined;
  passphraseFile?: string | undefined;
}

const shortest = 12;

async function readPrivate(path: string): Promise<string> {
  const { mode } = await stat(path).catch((cause: unknown) => {
    throw new BackupError(`The file ${path} cannot be read.`, { cause });
  });
  if ((mode & 0o077) !== 0) throw new BackupError(`Others can read ${path}: run chmod 600 on it first.`);
  return (await readFile(path, "utf8")).trim();
}

async function readPassphrase(path: string): Promise<string> {
  const passphrase = await readPrivate(path);
  if (passphrase.length < shortest)
    throw new BackupError(`The passphrase in ${path} is shorter than ${shortest} characters.`);
  return passphrase;
}

/** @throws BackupError when neither or both are given, a public key is invalid, or a file cannot be used */
export async function lockWith({ recipients = [], passphraseFile }: Locks): Promise<Encrypter> {
  if (recipients.length > 0 === (passphraseFile !== undefined))
    throw new BackupError("Name either --recipient or --passphrase-file: a backup is always encrypted.");
  const encrypter = new Encrypter();
  if (passphraseFile !== undefined) encrypter.setPassphrase(await readPassphrase(passphraseFile));
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      throw new BackupError("The --recipient is not an age public key.", { cause });
    }
  }
  return encrypter;
}

/** @throws BackupError when neither or both are given, or a file cannot be used */
export async function unlockWith({ identity, passphraseFile }: Keys): Promise<Decrypter> {
  if ((identity !== undefined) === (passphraseFile !== undefined))
    throw new BackupError("Name either --identity or --passphrase-file.");
  const decrypter = new Decrypter();
  if (passphraseFile !== undefined) decrypter.addPassphrase(await readPassphrase(passphraseFile));
  if (identity === undefined) return decrypter;
  const lines = (await readPrivate(identity)).split("\n").map((line) => line.trim());
  const secrets = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (secrets.length === 0) throw new BackupError(`There is no key in ${identity}.`);
  for (const secret of secrets) {
    try {
      decrypter.addIdentity(secret);
    } catch {
      throw new BackupError(`A line of ${identity} is not an age secret key.`);
    }
  }
  return decrypter;
}

/** Writes a new secret key to a file that must not exist yet (mode 600); returns the public key. */
export async function makeKey(path: string): Promise<string> {
  const secret = await generateX25519Identity();
  const recipient = await identityToRecipient(secret);
  await writeFile(path, `# public key: ${recipient}\n${secret}\n`, { mode: 0o600, flag: "wx" }).catch(
    (cause: unknown) => {
      throw new BackupError(`The file ${path} cannot be created: it exists, or its folder is missing or closed.`, {
        cause,
      });
    },
  );
  return recipient;
}
