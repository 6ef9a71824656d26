import { knownBuildsRequest, type KnownBuild } from "@ferrule/contract/internal/jobs.ts";
import type { FastifyInstance } from "fastify";
import type { App } from "../../ground/app.ts";
import { knownBuilds } from "../../releases/deployments/queries/build-results.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { parse } from "./parse.ts";

/** `POST /internal/builds/known`: results that other workers have already built, by their keys. */
export function serveBuilds(routes: FastifyInstance, app: App): void {
  routes.post("/internal/builds/known", (request): Promise<{ builds: KnownBuild[] }> => {
    const { keys } = parse(knownBuildsRequest, request.body, "body");
    const read = async (scope: InstallationScope) => ({ builds: await knownBuilds(scope, keys) });
    return app.store.inInstallation(read);
  });
}
