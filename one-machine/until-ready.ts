import { get as getByHttp, type IncomingMessage } from "node:http";
import { get as getByHttps } from "node:https";
import { text } from "node:stream/consumers";
import { StartError } from "./data-dir.ts";

const withinMs = 60_000;

/**
 * It only asks whether the gateway is ready, so it checks no certificate: a gateway's own names the public host, not
 * this one.
 */
function askReady(origin: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => {
      text(response).then(resolve, reject);
    };
    const url = `${origin}/ready`;
    const asked = url.startsWith("https:")
      ? getByHttps(url, { agent: false, rejectUnauthorized: false }, answered)
      : getByHttp(url, { agent: false }, answered);
    asked.on("error", reject);
  });
}

/** The missing parts behind this gateway; empty when all are ready. @throws when there is no response */
export async function missingBehind(origin: string): Promise<string[]> {
  const { failing = [], degraded = [] } = JSON.parse(await askReady(origin)) as {
    failing?: string[];
    degraded?: string[];
  };
  return [...failing, ...degraded];
}

/**
 * Resolves when the gateway on this port is ready, which includes the control plane and a worker. `isSecure`: it serves TLS.
 * @throws StartError that names the missing parts
 */
export async function untilReady(port: number, isSecure: boolean): Promise<void> {
  const until = performance.now() + withinMs;
  let failing = "gateway";
  while (performance.now() < until) {
    try {
      const missing = await missingBehind(`${isSecure ? "https" : "http"}://127.0.0.1:${port}`);
      if (missing.length === 0) return;
      failing = missing.join(", ");
    } catch {
      // The gateway does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new StartError(
    `Not everything became ready within ${withinMs / 1_000} s: ${failing}. The logs folder says why.`,
  );
}
