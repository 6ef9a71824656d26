import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newRolePair, roleFiles } from "@ferrule/acceptance/role-certificates.ts";
import { comparePlatforms } from "./measuring/platform-pairs.ts";

/* The CPU time that TLS 1.3 between the roles costs, on kept connections, as roles use them. */
const folder = await mkdtemp(join(tmpdir(), "ferrule-bench-tls-"));
try {
  const files = roleFiles(folder);
  const pair = await newRolePair();
  await Promise.all([files.write(pair), files.believe(pair.cert)]);
  const more = await comparePlatforms({ name: "plain HTTP", env: {} }, { name: "TLS between roles", env: files.env });
  process.stdout.write(`${more}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
