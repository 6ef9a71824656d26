import { createHash } from "node:crypto";

/** The Subresource Integrity of a tarball, SHA-512, in npm's notation. */
export const integrityOf = (tarball: Buffer): string =>
  `sha512-${createHash("sha512").update(tarball).digest("base64")}`;

/** The SHA-512 in a list of hashes (`sha1-… sha512-…`). Undefined when it holds none. */
export const sha512Of = (integrity: string | undefined): string | undefined =>
  integrity?.split(/\s+/).find((hash) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(hash));

/** The registry's documents have no better hash for old packages. */
export const sha1Of = (tarball: Buffer): string => createHash("sha1").update(tarball).digest("hex");
