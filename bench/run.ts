import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** `npm run bench [name …]`: runs the measurements one after another; each prints its table. */
const all = [
  "tools-call",
  "http-route",
  "payloads",
  "token-calls",
  "cpu-per-call",
  "resources-read",
  "capacity",
  "traces",
  "tls",
  "recording",
  "runs",
  "growth",
  "management-reads",
  "sandbox-calls",
  "first-build",
  "first-call",
  "many-functions",
  "fairness",
  "content-codings",
  "executions-list",
  "audit-search",
  "deploy-many",
  "dev-save",
  "folder-commands",
  "memory",
  "cache-get",
  "sql",
  "records",
];
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no measurement ${unknown.join(", ")}; there are ${all.join(", ")}.\n`);
  process.exit(2);
}
for (const name of named.length > 0 ? named : all) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
