import { readAuthorities } from "./certificate.ts";
import { followFiles, type Followed, type FollowOptions } from "./follow-files.ts";

/** The authorities that certificates of other roles are believed by, in PEM. */
export type Authorities = Pick<Followed<string>, "current">;

/**
 * Reads the authorities that `INTERNAL_TLS_CA_FILE` names, and follows the file. Undefined without one: those that Node knows are believed.
 * @throws CertificateError when it holds none to begin with
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
