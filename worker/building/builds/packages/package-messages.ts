import { packageLock, type PackageLock } from "@ferrule/contract/internal/libraries.ts";
import { z } from "zod";
import { packageProblemCodes, type PackageProblemCode } from "../libraries/package-problem.ts";

/** Starts resolving a package. The process then returns its first need. */
export interface BeginLockRequest {
  /** Identifies this resolution in later requests. */
  resolution: number;
  of: { name: string; version: string };
}

/** Gives the process what it requested last: a document as the request's bytes, or the integrity of a tarball. */
export interface GiveLockRequest {
  resolution: number;
  given: { integrity?: string };
}

/** Requests the address of a version's tarball, from the document in the request's bytes. */
export interface LocateRequest {
  locate: { name: string; version: string };
}

export type PackageRequest = BeginLockRequest | GiveLockRequest | LocateRequest;

/** A tarball that the registry's document names. */
export interface NamedTarball {
  name: string;
  version: string;
  /** Its address, which may name any host. */
  tarball: string;
  shasum?: string | undefined;
}

export type PackageAnswer =
  | { document: string }
  | { integrityOf: NamedTarball }
  | { lock: PackageLock }
  | { tarball: string }
  /** The process does not know the resolution, because it has been restarted meanwhile. */
  | { lost: true }
  | { problem: { code: PackageProblemCode; message: string } };

const text = (longest: number) => z.string().max(longest);
const namedTarball = z.strictObject({
  name: text(214),
  version: text(100),
  tarball: text(2_048),
  shasum: text(200).optional(),
});

/** The process reads untrusted texts, so we check its responses. */
export const packageAnswer: z.ZodType<PackageAnswer> = z.union([
  z.strictObject({ document: text(214) }),
  z.strictObject({ integrityOf: namedTarball }),
  z.strictObject({ lock: packageLock }),
  z.strictObject({ tarball: text(2_048) }),
  z.strictObject({ lost: z.literal(true) }),
  z.strictObject({ problem: z.strictObject({ code: z.enum(packageProblemCodes), message: text(2_000) }) }),
]);
