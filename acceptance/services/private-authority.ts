import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverUser } from "../databases/server-user.ts";

/** A certificate authority for the tests, and its certificate for a server named `db.test`. */
export interface PrivateAuthority extends Disposable {
  /** PEM. */
  certificate: string;
  files: { ca: string; certificate: string; key: string };
}

export const serverName = "db.test";

/** Makes an authority and a server's certificate with `openssl`, readable for the servers' user. */
export function makePrivateAuthority(): PrivateAuthority {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-authority-"));
  const path = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const fresh = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  openssl("req", "-x509", ...fresh, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Authority of the tests");
  const names = ["-subj", `/CN=${serverName}`, "-addext", `subjectAltName=DNS:${serverName}`];
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "basicConstraints=CA:FALSE"];
  openssl("req", "-x509", ...fresh, ...signed, "-keyout", "server.key", "-out", "server.pem", ...names);
  const user = serverUser();
  chmodSync(folder, 0o711);
  for (const name of ["ca.pem", "server.pem", "server.key"]) {
    if (user !== undefined) chownSync(path(name), user.uid, user.gid);
    chmodSync(path(name), name.endsWith("key") ? 0o600 : 0o644);
  }
  return {
    certificate: readFileSync(path("ca.pem"), "utf8"),
    files: { ca: path("ca.pem"), certificate: path("server.pem"), key: path("server.key") },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
