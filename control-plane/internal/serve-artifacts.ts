import { findArtifact, wholeText } from "../deployments/queries/read-artifact.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { App } from "../app.ts";
import { found } from "../http/handler/not-found.ts";
import { parse } from "./parse.ts";

const params = z.object({ digest: z.string() });

/**
 * `GET /internal/artifacts/:digest`: an artifact's manifest as stored. It is immutable, so it may be cached for ever.
 */
export function serveArtifacts(routes: FastifyInstance, app: App): void {
  routes.get("/internal/artifacts/:digest", async (request, reply) => {
    const { digest } = parse(params, request.params, "params");
    const text = await app.store.inInstallation(
      async (scope) => wholeText(scope, found(await findArtifact(scope, digest))),
      { readOnly: true },
    );
    return reply.header("content-type", "application/json; charset=utf-8").send(text);
  });
}
