import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { placeOf } from "@ferrule/embedded-postgres/test-database.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";

/** A port on loopback that leads to a PostgreSQL of the tests, which may have only a socket file. */
export interface DatabaseDoor extends AsyncDisposable {
  port: number;
  /** The URL of a database of the tests' server, through this door. */
  urlOf: (url: string) => string;
  /** The number of times that its clients have sent something: once for each round trip. */
  asked: () => number;
  /** Open connections through it. */
  open: () => number;
  /** From now on nothing passes and nothing is closed, like a server that hangs. */
  freeze: () => void;
  thaw: () => void;
}

/**
 * `url`: of any database of the server, as `startTestPostgres` returns it. It listens on `given`, or on any free port.
 */
export async function openDatabaseDoor(url: string, given = 0): Promise<DatabaseDoor> {
  const place = placeOf(url);
  const passing = new Set<Socket>();
  let isFrozen = false;
  let asked = 0;
  const server = createServer((from) => {
    const to = connect(place);
    passing.add(from).add(to);
    const end = () => {
      from.destroy();
      to.destroy();
      passing.delete(from);
      passing.delete(to);
    };
    for (const socket of [from, to]) socket.on("error", end).on("close", end);
    from.on("data", (chunk) => {
      asked += 1;
      if (!isFrozen) to.write(chunk);
    });
    to.on("data", (chunk) => isFrozen || from.write(chunk));
  });
  server.listen(given, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    port,
    urlOf: (given) => {
      const { username, password, pathname } = new URL(given);
      return `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`;
    },
    asked: () => asked,
    open: () => passing.size / 2,
    freeze: () => (isFrozen = true),
    thaw: () => (isFrozen = false),
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of passing) socket.destroy();
      unwaited(once(server, "close"), () => undefined);
    },
  };
}
