import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "selfsigned";

/** A certificate and its key, in PEM. */
export interface RolePair {
  cert: string;
  key: string;
}

/** A self-signed certificate for an address; it expires `endsIn` seconds from now. */
export async function newRolePair(ip = "127.0.0.1", endsIn = 86_400): Promise<RolePair> {
  const extensions = [{ name: "subjectAltName" as const, altNames: [{ type: 7 as const, ip }] }];
  const [notBeforeDate, notAfterDate] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + endsIn * 1_000)];
  const options = { keyType: "ec" as const, extensions, notBeforeDate, notAfterDate };
  // OpenSSL looks authorities up by name, and takes the first match.
  const value = `roles ${randomBytes(4).toString("hex")}`;
  const { cert, private: key } = await generate([{ name: "commonName", value }], options);
  return { cert, key };
}

/**
 * The settings of roles that use TLS with each other, with the files in a folder; and a function that writes these
 * files.
 */
export function roleFiles(folder: string) {
  const [cert, key, ca] = ["cert.pem", "key.pem", "ca.pem"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  return {
    env: { INTERNAL_TLS_CERT_FILE: cert, INTERNAL_TLS_KEY_FILE: key, INTERNAL_TLS_CA_FILE: ca },
    write: async (pair: RolePair) => {
      await Promise.all([writeFile(cert, pair.cert), writeFile(key, pair.key)]);
    },
    believe: (...authorities: string[]) => writeFile(ca, authorities.join("\n")),
  };
}
