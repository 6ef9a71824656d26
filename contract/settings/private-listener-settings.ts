import { z } from "zod";

const file = z.string().max(4_096).optional();
const readers = ["control-plane", "worker"] as const;

/** How roles use TLS with each other. */
export const privateListenerSettings = {
  INTERNAL_TLS_CERT_FILE: {
    schema: file,
    description: "The certificate that this role shows to other roles, in PEM; unset: it serves them by http",
    readers,
  },
  INTERNAL_TLS_KEY_FILE: {
    schema: file,
    description: "The key of INTERNAL_TLS_CERT_FILE, in PEM without a passphrase",
    readers,
  },
  INTERNAL_TLS_CA_FILE: {
    schema: file,
    description: "The authorities of other roles' certificates, in PEM; unset: those that Node knows",
    readers: ["gateway", "worker"],
  },
} as const;

type Pair = { INTERNAL_TLS_CERT_FILE?: string | undefined; INTERNAL_TLS_KEY_FILE?: string | undefined };

/** The files of the certificate that a role shows to other roles; undefined: it serves http. */
export const privateCertificateOf = ({ INTERNAL_TLS_CERT_FILE: certFile, INTERNAL_TLS_KEY_FILE: keyFile }: Pair) =>
  certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile, prefix: "INTERNAL_" as const };
