import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { dirname } from "node:path";

const versionOf = (path: string) => Number(/\/(\d+)\/bin/.exec(path)?.[1] ?? 0);

/**
 * The folder with `initdb` and `postgres` of the distribution's newest PostgreSQL; undefined if there is none. Debian
 * has a folder for each version; on other systems the programs are on the PATH.
 */
export function findPostgres(): string | undefined {
  const kept = globSync("/usr/lib/postgresql/*/bin/initdb").toSorted((a, b) => versionOf(b) - versionOf(a));
  const [path = spawnSync("sh", ["-c", "command -v initdb"], { encoding: "utf8" }).stdout.trim()] = kept;
  return path === "" ? undefined : dirname(path);
}
