import { startTestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { openDatabaseDoor, type DatabaseDoor } from "./database-door.ts";

/** A PostgreSQL of its own, for what Functions ask: not the one that Ferrule keeps its state in. */
export interface SecondPostgres extends AsyncDisposable {
  door: DatabaseDoor;
  /** A database `shop`, over TCP; and as the server itself has it, over its socket file. */
  url: string;
  directUrl: string;
}

export async function startSecondPostgres(): Promise<SecondPostgres> {
  const postgres = await startTestPostgres();
  const directUrl = await postgres.createDatabase("shop");
  const door = await openDatabaseDoor(directUrl);
  return {
    door,
    url: door.urlOf(directUrl),
    directUrl,
    async [Symbol.asyncDispose]() {
      await door[Symbol.asyncDispose]();
      await postgres.stop();
    },
  };
}
