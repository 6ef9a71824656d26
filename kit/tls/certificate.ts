import { X509Certificate, createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";

/** Where a certificate and its key stand. */
export interface CertificateFiles {
  /** PEM: the certificate, then those that lead to its authority. */
  certFile: string;
  /** PEM, not encrypted. */
  keyFile: string;
  /** What the names of the settings begin with, for messages; default: nothing. */
  prefix?: "" | "INTERNAL_";
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

/** The certificates in a file, or a CertificateError that names the setting. */
export async function readAuthorities(setting: string, file: string): Promise<string> {
  const text = String(await contentOf(setting, file));
  parsed(() => new X509Certificate(text), `${setting} holds no certificate in PEM.`);
  return text;
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
export async function readCertificate({ certFile, keyFile, prefix = "" }: CertificateFiles): Promise<Certificate> {
  const [ofCert, ofKey] = [`${prefix}TLS_CERT_FILE`, `${prefix}TLS_KEY_FILE`];
  const [cert, key] = await Promise.all([contentOf(ofCert, certFile), contentOf(ofKey, keyFile)]);
  const first = parsed(() => new X509Certificate(cert), `${ofCert} holds no certificate in PEM.`);
  const privateKey = parsed(() => createPrivateKey(key), `${ofKey} holds no private key in PEM without a passphrase.`);
  if (!first.checkPrivateKey(privateKey)) {
    throw new CertificateError(`The key in ${ofKey} does not belong to the first certificate in ${ofCert}.`);
  }
  parsed(() => createSecureContext({ cert, key }), `${ofCert} and ${ofKey} cannot be served.`);
  return { cert, key, expiresAt: first.validToDate.getTime() };
}
