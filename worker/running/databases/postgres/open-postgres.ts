import { once, type EventEmitter } from "node:events";
import type { Socket } from "node:net";
import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import { Client } from "pg";
import { boundHandshake } from "../bound-handshake.ts";
import { placeOf } from "../checked-address.ts";
import { pinnedSocket } from "../pinned-socket.ts";
import type { Session } from "../session.ts";
import { postgresSession } from "./postgres-session.ts";

const graceMs = 5_000;

function tlsOf({ tls, caCertificate }: OpenedConnection) {
  if (tls === "off") return false;
  return { rejectUnauthorized: tls === "verify", ...(caCertificate === null ? {} : { ca: caCertificate }) };
}

/**
 * Connects to PostgreSQL at a checked `address`. The limits of its statements are in the startup message, so DISCARD
 * ALL restores them. Rejects with the errors of `pg`.
 */
export async function openPostgres(
  settings: OpenedConnection,
  address: string,
  connectTimeoutMs: number,
): Promise<Session> {
  const url = new URL(settings.url);
  const { hostname, port } = placeOf(settings.url);
  const readOnly = settings.readOnly ? " -c default_transaction_read_only=on" : "";
  const client = new Client({
    host: hostname,
    port,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ssl: tlsOf(settings),
    stream: () => pinnedSocket(address),
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: settings.statementTimeoutMs,
    idle_in_transaction_session_timeout: settings.statementTimeoutMs + 60_000,
    application_name: "ferrule",
    options: `-c DateStyle=ISO -c TimeZone=UTC -c IntervalStyle=iso_8601 -c bytea_output=hex${readOnly}`,
  });
  // The session reports a later failure.
  client.on("error", () => undefined);
  const { connection } = client as unknown as { connection: EventEmitter & { stream: Socket } };
  const opened: (() => void)[] = [];
  // With TLS, the messages come through another stream.
  for (const event of ["connect", "sslconnect"]) {
    connection.once(event, () => opened.push(boundHandshake(connection.stream)));
  }
  try {
    await client.connect();
    for (const stop of opened) stop();
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    const dial = async (): Promise<Socket> => {
      const socket = pinnedSocket(address).connect(port, hostname);
      await once(socket, "connect", { signal: AbortSignal.timeout(graceMs) });
      return socket;
    };
    return postgresSession({ client, server: `PostgreSQL ${rows[0]?.server_version.split(" ")[0] ?? ""}`, dial });
  } catch (error) {
    connection.stream.destroy();
    throw error;
  }
}
