import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The isolate engine's binary for this platform and Node ABI. Executors load it directly, because they may read nothing
 * else, and the package's own loader would search for it.
 * @throws Error that names the platform when there is no such binary
 */
export function findAddon(): string {
  const root = dirname(createRequire(import.meta.url).resolve("isolated-vm/package.json"));
  const built = join(root, "out", "isolated_vm.node");
  if (existsSync(built)) return built;
  const folder = join(root, "prebuilds", `${process.platform}-${process.arch}`);
  const wanted = `isolated-vm.abi${process.versions.modules}`;
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.startsWith(`${wanted}.`)) : [];
  const musl =
    process.platform === "linux" &&
    !("glibcVersionRuntime" in (process.report.getReport() as { header: object }).header);
  const file =
    files.find((name) => name.includes(musl ? "musl" : "glibc")) ?? files.find((name) => name === `${wanted}.node`);
  if (file === undefined) {
    throw new Error(
      `isolated-vm has no binary for ${process.platform}-${process.arch} with Node ${process.versions.node}.`,
    );
  }
  return join(folder, file);
}
