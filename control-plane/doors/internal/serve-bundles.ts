import { findBundle, findBundles, storeBundles } from "../../releases/deployments/queries/artifacts.ts";
import { hash } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import { bundle, bundleLimits } from "@ferrule/contract/internal/artifact.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { App } from "../../ground/app.ts";
import { missingBundles } from "../../releases/deployments/queries/missing-bundles.ts";
import { found } from "../../ground/handler/not-found.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { parse } from "./parse.ts";

const params = z.object({ digest: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex") });
const missingRequest = z.strictObject({ digests: z.array(params.shape.digest).max(10_000) });

const severalRequest = z.strictObject({ bundles: z.array(bundle).max(1_000) });
const readRequest = z.strictObject({ digests: z.array(params.shape.digest).max(1_000) });

const bodyLimit = 40 * 1_048_576;
/** The limit for one answer with several bundles; a worker asks again for those it lacks. */
const answerBytes = 4 * 1_048_576;

const refuse = (path: string, message: string) => validationError([{ path, message }]);

function checkBundle({ digest, code, sourceMap }: z.infer<typeof bundle>): void {
  if (Buffer.byteLength(code) > bundleLimits.code || Buffer.byteLength(sourceMap) > bundleLimits.sourceMap)
    throw new PublicError("PAYLOAD_TOO_LARGE");
  if ([code, sourceMap].some((text) => text.includes("\0") || !text.isWellFormed()))
    throw refuse("body", "must be well-formed text without NUL");
  if (hash("sha256", code) !== digest) throw refuse("body.code", "must have this digest");
}

/**
 * `/internal/bundles`: the Functions' code by SHA-256, many in one message. Storing an existing one changes nothing.
 */
export function serveBundles(routes: FastifyInstance, app: App): void {
  routes.get("/internal/bundles/:digest", (request) => {
    const { digest } = parse(params, request.params, "params");
    return app.store.inInstallation(async (scope) => found(await findBundle(scope, digest)), { readOnly: true });
  });

  routes.post("/internal/bundles", { bodyLimit }, async (request, reply) => {
    const { bundles } = parse(severalRequest, request.body, "body");
    bundles.forEach(checkBundle);
    await app.store.inInstallation((scope) => storeBundles(scope, bundles));
    return reply.code(204).send();
  });

  routes.post("/internal/bundles/read", (request) => {
    const { digests } = parse(readRequest, request.body, "body");
    const read = async (scope: InstallationScope) => ({ bundles: await findBundles(scope, digests, answerBytes) });
    return app.store.inInstallation(read, { readOnly: true });
  });

  routes.post("/internal/bundles/missing", (request) => {
    const { digests } = parse(missingRequest, request.body, "body");
    const read = async (scope: InstallationScope) => ({ missing: await missingBundles(scope, digests) });
    return app.store.inInstallation(read);
  });
}
