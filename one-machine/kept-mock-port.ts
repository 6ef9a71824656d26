import { createServer } from "node:http";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listen } from "@ferrule/kit/network/listen.ts";
import { freePort } from "@ferrule/kit/network/free-ports.ts";

/**
 * The port of the demo's mock integration service. It stays the same at every start, because deployed Functions contain
 * it, and changes only when another program has taken it.
 */
export async function keptMockPort(dataDir: string): Promise<number> {
  const file = join(dataDir, "mock-integration-port");
  const kept = (() => {
    try {
      return Number(readFileSync(file, "utf8"));
    } catch {
      return 0;
    }
  })();
  if (kept > 0) {
    const probe = createServer();
    try {
      await listen(probe, kept, "127.0.0.1");
      await new Promise((resolve) => probe.close(resolve));
      return kept;
    } catch {
      // The port is taken: deploy the demo again with the new address.
    }
  }
  const port = await freePort();
  writeFileSync(file, String(port));
  return port;
}
