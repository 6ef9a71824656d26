import { readAuthorities } from "./certificate.ts";
import { followFiles, type Followed, type FollowOptions } from "./follow-files.ts";

/** The certificate authorities that we trust for other roles, in PEM. */
export type Authorities = Pick<Followed<string>, "current">;

/**
 * Reads the authorities that `INTERNAL_TLS_CA_FILE` names, and follows the file. Undefined without a file: then we
 * trust the authorities that Node knows.
 * @throws CertificateError when the file holds none at the start
 */
export async function followAuthorities(
  file: string | undefined,
  options: FollowOptions<string>,
): Promise<Followed<string> | undefined> {
  if (file === undefined) return undefined;
  return followFiles({
    ...options,
    name: "file of authorities",
    read: () => readAuthorities("INTERNAL_TLS_CA_FILE", file),
    isNew: (found, current) => found !== current,
  });
}
