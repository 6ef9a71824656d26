import { findHead } from "../../releases/deployments/queries/read-artifact.ts";
import { artifactPartsRequest, type artifactParts } from "@ferrule/contract/internal/artifact.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { App } from "../../ground/app.ts";
import { partsOfArtifact } from "../../releases/deployments/queries/artifact-parts.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { found } from "../../ground/handler/not-found.ts";
import { parse } from "./parse.ts";

const params = z.object({ digest: z.string() });
/** The limit for one answer with several parts; a worker asks again for those it lacks. */
const answerBytes = 4 * 1_048_576;

/**
 * `GET /internal/artifacts/:digest`: an artifact's head. `POST …/parts` answers the parts that a worker lacks. All of it
 * is immutable.
 */
export function serveArtifacts(routes: FastifyInstance, app: App): void {
  routes.get("/internal/artifacts/:digest", (request) => {
    const { digest } = parse(params, request.params, "params");
    return app.store.inInstallation(async (scope) => found(await findHead(scope, digest)), { readOnly: true });
  });

  routes.post("/internal/artifacts/:digest/parts", (request): Promise<z.infer<typeof artifactParts>> => {
    const { digest } = parse(params, request.params, "params");
    const { digests } = parse(artifactPartsRequest, request.body, "body");
    const read = async (scope: InstallationScope) => ({
      parts: await partsOfArtifact(scope, digest, digests, answerBytes),
    });
    return app.store.inInstallation(read, { readOnly: true });
  });
}
