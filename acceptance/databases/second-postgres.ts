import { startTestPostgres, useTestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { openDatabaseDoor, type DatabaseDoor } from "./database-door.ts";

/**
 * A separate PostgreSQL for the Functions' statements, not the one that holds Ferrule's state.
 * `FERRULE_TEST_SHOP_POSTGRES` is the administrator's URL of one to use instead.
 */
export interface SecondPostgres extends AsyncDisposable {
  door: DatabaseDoor;
  /** A database `shop`, over TCP, and over the server's own socket file. */
  url: string;
  directUrl: string;
}

/** `port`: where its door listens; any free one by default. */
export async function startSecondPostgres(port = 0): Promise<SecondPostgres> {
  const given = process.env["FERRULE_TEST_SHOP_POSTGRES"];
  const postgres = given === undefined ? await startTestPostgres() : await useTestPostgres(given);
  const directUrl = await postgres.createDatabase("shop");
  const door = await openDatabaseDoor(directUrl, port);
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
