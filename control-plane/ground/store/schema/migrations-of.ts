import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export class MigrationError extends Error {
  override name = "MigrationError";
}

export interface Migration {
  name: string;
  statements: string;
  checksum: string;
}

/** The migrations of this version. */
export const ownMigrations = join(import.meta.dirname, "..", "migrations");

/** The SQL files of a folder in name order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(join(folder, name), "utf8");
      return { name, statements, checksum: createHash("sha256").update(statements).digest("hex") };
    }),
  );
}

/** @throws MigrationError when an applied migration has changed since, or this version does not know it */
export function refuseChanges(
  applied: readonly Pick<Migration, "name" | "checksum">[],
  migrations: readonly Migration[],
): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of applied) {
    if (!known.has(name)) throw new MigrationError(`The database was migrated by a newer Ferrule: it has ${name}.`);
    if (known.get(name) !== checksum) throw new MigrationError(`Migration ${name} was changed after it was applied.`);
  }
}
