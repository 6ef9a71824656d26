const digestOf = async (algorithm: "SHA-1" | "SHA-512", tarball: Buffer): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.digest(algorithm, tarball as Buffer<ArrayBuffer>));

/** The Subresource Integrity of a tarball, SHA-512, in npm's notation. Another thread computes it (16 MiB: 30 ms). */
export const integrityOf = async (tarball: Buffer): Promise<string> =>
  `sha512-${(await digestOf("SHA-512", tarball)).toString("base64")}`;

/** The SHA-512 in a list of hashes (`sha1-… sha512-…`). Undefined when it holds none. */
export const sha512Of = (integrity: string | undefined): string | undefined =>
  integrity?.split(/\s+/).find((hash) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(hash));

/** The registry's documents have no better hash for old packages. */
export const sha1Of = async (tarball: Buffer): Promise<string> => (await digestOf("SHA-1", tarball)).toString("hex");
