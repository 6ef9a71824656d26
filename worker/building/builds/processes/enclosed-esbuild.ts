// Why: docs/decisions/enclosed-esbuild.md
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, copyFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import type { Confinement } from "../../../ground/confinement/find-confinement.ts";
import { works } from "../../../ground/confinement/platform-tools.ts";
import { buildFolders } from "../build-folders.ts";

export const esbuildBounds = { dataMb: 1_024, cpuSeconds: 900 };
/**
 * Between builds, esbuild keeps so little (10 MB) that Go would collect garbage with every eighth small Function. Above
 * the memory limit, which is half of esbuild's own limit, Go collects more often again.
 */
export const esbuildEnvironment = { GOGC: "400", GOMEMLIMIT: "512MiB" };

/** esbuild's program for this platform, which the package installs as an optional dependency. */
function programPath(): string {
  const { resolve } = createRequire(join(buildFolders.package("esbuild"), "package.json"));
  return resolve(`@esbuild/${process.platform}-${process.arch}/bin/esbuild`);
}

const digestOf = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
};

/**
 * Returns a folder below `cacheDir` that holds only esbuild's program, and creates it if necessary. Undefined when the
 * platform cannot restrict a program to one folder of the disk. The program needs no library, so it needs no other
 * file.
 */
export async function encloseEsbuild(
  cacheDir: string,
  confinement: Confinement,
  log: Log,
): Promise<string | undefined> {
  if (!confinement.inForce.ownRoot) return undefined;
  try {
    const program = programPath();
    const digest = await digestOf(program);
    const folder = join(cacheDir, `esbuild-${digest.slice(0, 32)}`);
    const there = await digestOf(join(folder, "esbuild")).catch(() => "");
    if (there !== digest) await fill(folder, program);
    const command = confinement.enclosed(folder, confinement.nextUid(), esbuildBounds);
    if (command !== null && (await works(command, ["/esbuild", "--version"]))) return folder;
    log.warn({ folder }, "esbuild does not start in a folder of its own");
  } catch (error) {
    log.warn({ err: error }, "esbuild cannot be given a folder of its own");
  }
  return undefined;
}

async function fill(folder: string, program: string): Promise<void> {
  const made = `${folder}.${randomUUID()}`;
  await mkdir(made, { recursive: true });
  try {
    await copyFile(program, join(made, "esbuild"));
    await chmod(join(made, "esbuild"), 0o755);
    await chmod(made, 0o755);
    await rm(folder, { recursive: true, force: true });
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // Another worker has created it meanwhile.
    if (!(await stat(join(folder, "esbuild")).catch(() => null))) throw error;
  }
}
