import { identifier } from "@ferrule/kit/identifier.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { sql } from "kysely";
import type { App } from "../../../ground/app.ts";
import { startTestControlPlane, type TestControlPlane } from "../../../testing/test-control-plane.ts";
import { startControlPlane, type ControlPlane } from "../../../start-control-plane.ts";
import type { Clock } from "../../../ground/store/clock.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { InternalTimes } from "../register-internal-routes.ts";
import { connectWorker, type TestWorker } from "./connect-worker.ts";

/** A control plane over HTTP on a database of its own, and workers that connect to it. */
export interface Scene extends AsyncDisposable {
  plane: TestControlPlane;
  app: App;
  /** A worker that connects to this control plane, or to the one at `url`. */
  worker: (id?: string, url?: string) => TestWorker;
  /** Another replica on the same database, with the scene's times or its own. */
  addReplica: (own?: InternalTimes) => Promise<ControlPlane & { internalUrl: string }>;
  /** Runs SQL that sees every Project's rows. */
  query: <T>(run: (tx: InstallationScope["tx"]) => Promise<T>) => Promise<T>;
  /** Makes every current lease expire. */
  expireLeases: () => Promise<void>;
}

/** Starts a scene; disposing ends it and drops its database. */
export async function startScene(times: InternalTimes = {}, clock?: Clock): Promise<Scene> {
  const plane = await startTestControlPlane({}, times, clock);
  const { app, settings } = plane;
  const query: Scene["query"] = (run) => app.store.inInstallation(({ tx }) => run(tx));
  return {
    plane,
    app,
    query,
    worker: (id = identifier("wrk"), url = plane.internalUrl) => connectWorker(url, settings.workerApiTokens[0], id),
    async addReplica(own = times) {
      const replica = await startControlPlane(settings, {
        log: createLog("test", "silent"),
        internalTimes: own,
        clock,
      });
      return Object.assign(replica, { internalUrl: `http://127.0.0.1:${replica.internalPort}` });
    },
    async expireLeases() {
      await query((tx) =>
        sql`update jobs set lease_until = now() - interval '1 second' where status = 'running'`.execute(tx),
      );
    },
    [Symbol.asyncDispose]: () => plane[Symbol.asyncDispose](),
  };
}
