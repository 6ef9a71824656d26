import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import PQueue from "p-queue";

/**
 * OWASP's first choice for Argon2id (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane; the package's algorithm
 * default is Argon2id.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most half of the processors: however many passwords arrive, the rest of the control plane keeps going. */
const hashing = new PQueue({ concurrency: Math.max(1, Math.floor(availableParallelism() / 2)) });

/** Makes a password the same text however a keyboard composed it (NIST SP 800-63B, 3.1.1.2). */
const composed = (password: string) => password.normalize("NFKC");

export const hashPassword = (password: string): Promise<string> => hashing.add(() => hash(composed(password), cost));

/** The hash of a random password that nobody knows. With it, an unknown email takes as long as a wrong password. */
const nobody = hashPassword(crypto.randomUUID());

/** Whether the password matches. Without a hash (an unknown user), it returns false after about the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobody);
  const fits = await hashing.add(() => verify(against, composed(password)));
  return fits && passwordHash !== null;
}
