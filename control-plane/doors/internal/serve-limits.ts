import { limitAsks } from "@ferrule/contract/internal/limits.ts";
import type { FastifyInstance } from "fastify";
import type { App } from "../../ground/app.ts";
import { createAnswerAsks } from "../../serving/limits/answer-asks.ts";
import { parse } from "./parse.ts";

/** `POST /internal/limits`: see `limitAsks` in the contract. */
export function serveLimits(routes: FastifyInstance, app: App): void {
  const answer = createAnswerAsks(app);
  routes.post("/internal/limits", (request) => answer(parse(limitAsks, request.body, "body").asks));
}
