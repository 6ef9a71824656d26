import { hostCallBatch } from "@ferrule/contract/internal/host-calls.ts";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { answerBatch } from "../host-calls/answer-batch.ts";
import { parse } from "./parse.ts";

/** `POST /internal/host-calls`: see `hostCallBatch` in the contract. What nobody waits for any more is not begun. */
export function serveHostCalls(routes: FastifyInstance, app: App): void {
  routes.post("/internal/host-calls", async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    return { results: await answerBatch(app, parse(hostCallBatch, request.body, "body"), gone.signal) };
  });
}
