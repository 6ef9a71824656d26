import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort } from "@ferrule/kit/network/free-ports.ts";
import { serverFolder, startServer } from "../databases/server-process.ts";

/** A PgBouncer in transaction mode in front of every database of a PostgreSQL. */
export interface PgbouncerServer extends AsyncDisposable {
  /** `127.0.0.1:6432` */
  place: string;
  version: string;
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

export async function startPgbouncer(postgresPort: number): Promise<PgbouncerServer> {
  const folder = await serverFolder("pgbouncer");
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(join(folder, "users.txt"), '"ferrule" "ferrule"\n');
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 1000
server_idle_timeout = 5
server_login_retry = 1
query_wait_timeout = 10
`,
  );
  const running = await startServer(["pgbouncer", file], folder, () => listens(port));
  const [, version = ""] =
    /PgBouncer (\S+)/.exec(spawnSync("pgbouncer", ["--version"], { encoding: "utf8" }).stdout) ?? [];
  return { place: `127.0.0.1:${port}`, version, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}
