import { CamelCasePlugin, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";

/** How names are written in the database (`project_id`) and in our code (`projectId`), by Kysely's own rules. */
class Names extends CamelCasePlugin {
  readonly column = (name: string): string => this.snakeCase(name);
  readonly property = (name: string): string => this.camelCase(name);
}

export const names = new Names();

/** Writes each name as the database has it. The plugin would copy every statement and every row to do this. */
class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(names.column(identifier));
  }
}

/** PostgreSQL with our names. It opens no connection by itself. */
export const dialect = {
  createDriver: () => new DummyDriver(),
  createQueryCompiler: () => new Compiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (database: ConstructorParameters<typeof PostgresIntrospector>[0]) =>
    new PostgresIntrospector(database),
};
