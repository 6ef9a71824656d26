import { generatePassword } from "../passwords/generated-password.ts";
import { hashPassword } from "../passwords/hash-password.ts";

let hash: Promise<string> | undefined;

/** The hash of a password that nobody knows. All share one: to hash thousands would keep people from signing in. */
export function nobodysPassword(): Promise<string> {
  hash ??= hashPassword(generatePassword()).catch((error: unknown) => {
    hash = undefined;
    throw error;
  });
  return hash;
}
