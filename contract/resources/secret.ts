import { z } from "zod";
import { environment, id, owned, time } from "./fields.ts";

export const secretName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, "must start with A-Z and hold only A-Z, 0-9 and _, at most 64 characters");

/** The largest value, in bytes of UTF-8. */
export const maxSecretBytes = 16_384;

/** Never returned, logged or stored in the clear. Problems never contain the value. */
export const secretValue = z
  .string()
  .min(1, "must not be empty")
  .refine((value) => value.isWellFormed() && !value.includes("\0"), "must be well-formed text without NUL")
  .refine(
    (value) => value.length <= maxSecretBytes && new TextEncoder().encode(value).length <= maxSecretBytes,
    "must be at most 16 KiB",
  );

/** Metadata only. */
export const secret = z.object({
  ...owned("sec"),
  name: secretName,
  environment,
  version: z.number().int(),
  /**
   * A keyed hash of this secret's value, 8 hexadecimal characters: a rotation to the same value keeps it. Two secrets
   * with the same value have different fingerprints, so nobody can test guesses on a secret that they may not write.
   */
  fingerprint: z.string(),
  rotatedAt: time.nullable(),
  /** When a worker last requested the value, accurate to about ten minutes. */
  lastUsedAt: time.nullable(),
  /**
   * Names of the Functions that declare it, in a draft or in a deployment of its environment, and of the HTTP APIs
   * whose policy there verifies signatures with it.
   */
  usedBy: z.array(z.string()),
});
export type Secret = z.infer<typeof secret>;

export const newSecret = z.strictObject({ name: secretName, environment, value: secretValue });
export const rotatedSecret = z.strictObject({ value: secretValue });

/**
 * The name of a secret that an environment lacks, although Functions declare it or policies verify signatures with it.
 */
export const missingSecret = z.object({
  name: z.string(),
  /** The number of Functions that declare it. */
  functions: z.number().int(),
  /** The first ten of these, by name. */
  askedBy: z.array(z.object({ id: id("fn"), name: z.string() })),
  /** The first ten HTTP APIs, by name, whose policy in the environment verifies signatures with it. */
  verifiedBy: z.array(z.object({ id: id("ep"), name: z.string() })),
});
