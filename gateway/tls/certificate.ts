import { X509Certificate, createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";

/** Where the certificate that callers see stands. */
export interface CertificateFiles {
  /** PEM: the certificate, then those that lead to its authority. */
  certFile: string;
  /** PEM, not encrypted. */
  keyFile: string;
}

export interface Certificate {
  cert: Buffer;
  key: Buffer;
  /** When it expires, in milliseconds since 1970. */
  expiresAt: number;
}

/** The files hold no pair that could be served. The message is one sentence without their content. */
export class CertificateError extends Error {
  override name = "CertificateError";
}

async function contentOf(setting: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CertificateError(`${setting} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function parsed<T>(parse: () => T, problem: string): T {
  try {
    return parse();
  } catch {
    throw new CertificateError(problem);
  }
}

/** Reads both files and checks that they belong together. @throws CertificateError */
export async function readCertificate({ certFile, keyFile }: CertificateFiles): Promise<Certificate> {
  const [cert, key] = await Promise.all([contentOf("TLS_CERT_FILE", certFile), contentOf("TLS_KEY_FILE", keyFile)]);
  const first = parsed(() => new X509Certificate(cert), "TLS_CERT_FILE holds no certificate in PEM.");
  const privateKey = parsed(
    () => createPrivateKey(key),
    "TLS_KEY_FILE holds no private key in PEM without a passphrase.",
  );
  if (!first.checkPrivateKey(privateKey)) {
    throw new CertificateError("The key in TLS_KEY_FILE does not belong to the first certificate in TLS_CERT_FILE.");
  }
  parsed(() => createSecureContext({ cert, key }), "TLS_CERT_FILE and TLS_KEY_FILE cannot be served.");
  return { cert, key, expiresAt: first.validToDate.getTime() };
}
