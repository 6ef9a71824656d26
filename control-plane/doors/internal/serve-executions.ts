import { executionBatch } from "@ferrule/contract/internal/execution.ts";
import type { FastifyInstance } from "fastify";
import type { App } from "../../ground/app.ts";
import type { DeliveryMetrics } from "../../serving/deliveries/delivery-metrics.ts";
import { recordExecutions } from "../../whole/recording/record-executions.ts";
import { parse } from "./parse.ts";

/** `POST /internal/executions`: 204 acknowledges every record of the batch. */
export function serveExecutions(routes: FastifyInstance, app: App, metrics: DeliveryMetrics): void {
  routes.post("/internal/executions", async (request, reply) => {
    const { records } = parse(executionBatch, request.body, "body");
    await recordExecutions(app, records, metrics);
    return reply.code(204).send();
  });
}
