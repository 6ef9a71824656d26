import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

/** One effect of a step: a request that the step made. */
export interface Effect {
  run: string;
  step: string;
  /** The attempt of the run that made it. */
  attempt: number;
  /** Counts up over all effects; the step's result holds it. */
  serial: number;
}

/** A server of this machine that counts what steps do. */
export interface RunEffects extends AsyncDisposable {
  /** The address that Functions must be allowed to reach, such as `127.0.0.1:4711`. */
  address: string;
  all: readonly Effect[];
}

/**
 * Starts it. A step posts to `/<run>/<step>/<attempt>` and gets the serial of its effect.
 * @param slowMs how long every third response takes, so that a process can die in the middle of a step
 */
export async function countEffects(slowMs: number): Promise<RunEffects> {
  const all: Effect[] = [];
  const server = createServer(async (request, response) => {
    const [run = "", step = "", attempt] = decodeURIComponent(request.url ?? "")
      .slice(1)
      .split("/");
    const serial = all.length + 1;
    all.push({ run, step, attempt: Number(attempt), serial });
    if (serial % 3 === 0) await delay(slowMs);
    response.end(String(serial));
  });
  const served = await serveHere(server);
  return { address: `127.0.0.1:${served.port}`, all, [Symbol.asyncDispose]: served[Symbol.asyncDispose] };
}
