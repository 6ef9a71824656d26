import { sharedNow } from "../shared-time.ts";
import { CertificateError, readCertificate, type Certificate, type CertificateFiles } from "./certificate.ts";
import { followFiles, type Followed, type FollowOptions } from "./follow-files.ts";

/** The served certificate, and the outcome of reading newer ones. */
export type FollowedCertificate = Followed<Certificate>;

/**
 * Why nobody would accept the certificate now (RFC 5280 section 4.1.2.5); null while it is valid.
 */
function untimely({ beginsAt, expiresAt }: Certificate, now: number): string | null {
  if (now > expiresAt) return `holds a certificate that expired at ${new Date(expiresAt).toISOString()}`;
  return now < beginsAt ? `holds a certificate that begins at ${new Date(beginsAt).toISOString()}` : null;
}

/**
 * Reads the certificate, and follows its files. It ignores a pair that cannot be served. While the present pair is
 * valid, it also ignores a pair that has expired or is not valid yet.
 * @throws CertificateError when there is none at the start
 */
export const followCertificate = (
  files: CertificateFiles,
  options: FollowOptions<Certificate>,
): Promise<FollowedCertificate> =>
  followFiles({
    ...options,
    name: "certificate",
    read: () => readCertificate(files),
    isNew(found, current) {
      if (found.cert.equals(current.cert) && found.key.equals(current.key)) return false;
      const now = sharedNow();
      const problem = untimely(found, now);
      if (problem !== null && untimely(current, now) === null)
        throw new CertificateError(`${files.prefix ?? ""}TLS_CERT_FILE`, problem);
      return true;
    },
    details: ({ expiresAt }) => ({ expiresAt: new Date(expiresAt) }),
  });
