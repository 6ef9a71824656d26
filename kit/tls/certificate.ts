import { X509Certificate, createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";

/** The paths of a certificate and its key. */
export interface CertificateFiles {
  /** PEM: the certificate, then the chain to its authority. */
  certFile: string;
  /** PEM, not encrypted. */
  keyFile: string;
  /** The prefix of the settings' names, for messages; default: none. */
  prefix?: "" | "INTERNAL_";
}

export interface Certificate {
  cert: Buffer;
  key: Buffer;
  /** The times when it becomes valid and when it expires, in milliseconds since 1970. */
  beginsAt: number;
  expiresAt: number;
}

/**
 * Thrown when a file holds nothing that we could serve or trust. The message is one sentence, and does not quote the
 * file.
 */
export class CertificateError extends Error {
  override name = "CertificateError";
  /** The setting that names the file. */
  readonly setting: string;
  /** The rest of the sentence after the setting's name, such as `cannot be read (ENOENT)`. */
  readonly problem: string;

  constructor(setting: string, problem: string) {
    super(`${setting} ${problem}.`);
    this.setting = setting;
    this.problem = problem;
  }
}

const label = "(?:X509 |TRUSTED )?CERTIFICATE-----";
const beginning = new RegExp(`-----BEGIN ${label}`, "g");
const whole = new RegExp(`-----BEGIN ${label}[^]*?-----END ${label}`, "g");

/**
 * The certificates in a PEM file, at least one. It checks each one, because OpenSSL silently stops at a broken one.
 * @throws CertificateError
 */
export async function readAuthorities(setting: string, file: string): Promise<string> {
  const text = String(await contentOf(setting, file));
  const [begun, certificates] = [text.match(beginning) ?? [], text.match(whole) ?? []];
  if (begun.length === 0) throw new CertificateError(setting, "holds no certificate in PEM");
  for (const [index, one] of certificates.entries())
    parsed(
      () => new X509Certificate(one),
      setting,
      `holds a certificate that cannot be read, the one at place ${index + 1}`,
    );
  if (certificates.length < begun.length) throw new CertificateError(setting, "holds a certificate without its end");
  return text;
}

async function contentOf(setting: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CertificateError(setting, `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function parsed<T>(parse: () => T, setting: string, problem: string): T {
  try {
    return parse();
  } catch {
    throw new CertificateError(setting, problem);
  }
}

/** Reads both files and checks that they belong together. @throws CertificateError */
export async function readCertificate({ certFile, keyFile, prefix = "" }: CertificateFiles): Promise<Certificate> {
  const [ofCert, ofKey] = [`${prefix}TLS_CERT_FILE`, `${prefix}TLS_KEY_FILE`];
  const [cert, key] = await Promise.all([contentOf(ofCert, certFile), contentOf(ofKey, keyFile)]);
  const first = parsed(() => new X509Certificate(cert), ofCert, "holds no certificate in PEM");
  const privateKey = parsed(() => createPrivateKey(key), ofKey, "holds no private key in PEM without a passphrase");
  if (!first.checkPrivateKey(privateKey)) {
    throw new CertificateError(ofKey, `does not belong to the first certificate in ${ofCert}`);
  }
  parsed(() => createSecureContext({ cert, key }), ofCert, `cannot be served with ${ofKey}`);
  return { cert, key, beginsAt: first.validFromDate.getTime(), expiresAt: first.validToDate.getTime() };
}
