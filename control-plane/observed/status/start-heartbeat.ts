import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { identifier } from "@ferrule/kit/identifier.ts";
import { recentErrors } from "@ferrule/kit/recent-errors.ts";
import type { App } from "../../ground/app.ts";
import { measureSharedTime } from "../../ground/store/clock.ts";
import packageJson from "../../package.json" with { type: "json" };
import { forgetControlPlane, keepControlPlane } from "./queries.ts";

const everyMs = 5_000;

/**
 * Tells the other replicas, through the database, that this control plane is alive and which gateways have asked it.
 */
export function startHeartbeat(app: App): AsyncDisposable {
  const id = `${hostname()}-${process.pid}-${identifier("ctl").slice(-8)}`;
  const startedAt = sharedDate();
  const closing = new AbortController();
  const { signal } = closing;
  async function beat(): Promise<void> {
    const beatOf = {
      id,
      version: packageJson.version,
      gateways: app.gateways.lately(),
      errors: [...recentErrors()],
      startedAt,
    };
    await measureSharedTime(app.store);
    await app.store.inInstallation((scope) => keepControlPlane(scope, beatOf));
  }
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await beat().catch((error: unknown) => app.log.debug({ err: error }, "the heartbeat could not be stored"));
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await running;
      await app.store
        .inInstallation((scope) => forgetControlPlane(scope, id))
        .catch((error: unknown) => app.log.debug({ err: error }, "the heartbeat runs out by itself"));
    },
  };
}
