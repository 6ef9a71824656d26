import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { PrivateAuthority } from "./private-authority.ts";
import { freePort } from "@ferrule/kit/network/free-ports.ts";
import { serverFolder, startServer } from "../databases/server-process.ts";
import { serverUser } from "../databases/server-user.ts";

/** A PostgreSQL of the distribution, on a port of loopback, with TLS. */
export interface PostgresServer extends AsyncDisposable {
  port: number;
  adminUrl: string;
  version: string;
}

const quick = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=400"];

async function versionAt(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return rows[0]!.server_version.split(" ")[0]!;
  } finally {
    await client.end();
  }
}

/** @param binaries the folder with `initdb` and `postgres` */
export async function startPostgresServer(binaries: string, { files }: PrivateAuthority): Promise<PostgresServer> {
  const folder = await serverFolder("postgres");
  const data = join(folder, "data");
  const env = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" };
  const initdb = ["-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-sync"];
  execFileSync(join(binaries, "initdb"), initdb, { ...serverUser(), cwd: folder, env, stdio: "pipe" });
  // The administrator needs no password, because the port is this machine's; everybody else needs one.
  writeFileSync(
    join(data, "pg_hba.conf"),
    "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n",
  );
  const port = await freePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "ssl=on",
    `ssl_cert_file=${files.certificate}`,
    `ssl_key_file=${files.key}`,
    ...quick,
  ].flatMap((one) => ["-c", one]);
  const adminUrl = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  let version: string | undefined;
  const isReady = async () => {
    version = await versionAt(adminUrl).catch(() => undefined);
    return version !== undefined;
  };
  const running = await startServer([join(binaries, "postgres"), "-D", data, ...settings], folder, isReady);
  return { port, adminUrl, version: version ?? "", [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}
