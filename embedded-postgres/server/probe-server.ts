import { Client, DatabaseError } from "pg";

/**
 * Sends a start-up packet. Returns `ready` when the server takes connections (or has no room for another), `busy` when
 * it is starting or stopping (SQLSTATE 57P03), and `silent` without a response within `timeoutMs`.
 */
export async function probeServer(url: string, timeoutMs: number): Promise<"ready" | "busy" | "silent"> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return "ready";
  } catch (error) {
    if (!(error instanceof DatabaseError)) return "silent";
    return error.code === "57P03" ? "busy" : "ready";
  }
}
