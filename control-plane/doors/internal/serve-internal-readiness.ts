import { internalReadyPath } from "@ferrule/contract/internal/routes.ts";
import type { FastifyInstance } from "fastify";
import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../../ground/app.ts";

/** A load balancer waits some two seconds for an answer. */
const withinMs = 1_000;

/** Whether the promise fulfils in time. */
const succeeds = (asked: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    asked.then(
      () => true,
      () => false,
    ),
    delay(withinMs, false, { ref: false }),
  ]);

async function askDatabase(failing: () => Promise<string[]>): Promise<void> {
  const parts = await failing();
  if (parts.length > 0) throw new Error(parts.join());
}

/** Asks the cache for an entry that no Project has. */
async function askCache({ cache }: App): Promise<void> {
  const [answer] = await cache.run("ready", [{ kind: "get", environment: "development", tenantId: "", key: "ready" }]);
  if (answer instanceof Error) throw answer;
}

/**
 * Serves `internalReadyPath` for a load balancer before `/internal`: 200 while this process can do anything for
 * workers. Without the database, it can still serve the cache, if that is in Redis. `works` says which of the two work.
 */
export function serveInternalReadiness(server: FastifyInstance, app: App, failing: () => Promise<string[]>): void {
  server.get(internalReadyPath, async (_request, reply) => {
    if (app.closing.aborted) return reply.code(503).send({ status: "unready", failing: ["draining"] });
    const [database, redis] = await Promise.all([
      succeeds(askDatabase(failing)),
      app.settings.redisUrl === undefined ? null : succeeds(askCache(app)),
    ]);
    const works = { database, cache: redis ?? database };
    const lacking = Object.entries(works).flatMap(([name, isThere]) => (isThere ? [] : [name]));
    if (!database && !works.cache) return reply.code(503).send({ status: "unready", failing: lacking, works });
    return { status: "ready", ...(lacking.length === 0 ? {} : { degraded: lacking }), works };
  });
}
