import { workerReport } from "@ferrule/contract/internal/workers.ts";
import type { FastifyInstance } from "fastify";
import type { App } from "../../ground/app.ts";
import { replaceRunning } from "../../observed/executions/queries/running.ts";
import { keepWorker } from "../../ground/workers/queries.ts";
import { parse } from "./parse.ts";

/** `POST /internal/workers/report`: see `workerReport` in the contract. */
export function serveWorkers(routes: FastifyInstance, app: App): void {
  routes.post("/internal/workers/report", (request) => {
    const report = parse(workerReport, request.body, "body");
    return app.store.inInstallation(async (scope) => {
      await keepWorker(scope, report);
      return { cancelled: await replaceRunning(scope, report.workerId, report.calls) };
    });
  });
}
