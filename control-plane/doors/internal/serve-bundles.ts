import { findBundle, findBundles, storeBundles } from "../../releases/deployments/queries/artifacts.ts";
import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import {
  bundle,
  type Bundle,
  bundleBytesType,
  bundleLimits,
  codeBytesHeader,
} from "@ferrule/contract/internal/artifact.ts";
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
/** The limit for one answer with several bundles; a worker asks again for those it lacks, and one by one for the large. */
const answerBytes = 4 * 1_048_576;

const refuse = (path: string, message: string) => validationError([{ path, message }]);

/** A bundle as the bytes of its code and its map, which no worker has to write as JSON. */
function bundleOf(digest: string, body: unknown, codeBytes: number): Bundle {
  if (!Buffer.isBuffer(body)) throw new PublicError("UNSUPPORTED_MEDIA_TYPE");
  if (!Number.isInteger(codeBytes) || codeBytes < 0 || codeBytes > body.length)
    throw refuse(`headers.${codeBytesHeader}`, "must say how many bytes of the body are the code");
  if (!isUtf8(body.subarray(0, codeBytes)) || !isUtf8(body.subarray(codeBytes)))
    throw refuse("body", "must be text in UTF-8");
  return { digest, code: body.toString("utf8", 0, codeBytes), sourceMap: body.toString("utf8", codeBytes) };
}

function checkBundle({ digest, code, sourceMap }: Bundle): void {
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
  routes.get("/internal/bundles/:digest", async (request, reply) => {
    const { digest } = parse(params, request.params, "params");
    const read = async (scope: InstallationScope) => found(await findBundle(scope, digest));
    const stored = await app.store.inInstallation(read, { readOnly: true });
    const code = Buffer.from(stored.code);
    const bytes = Buffer.concat([code, Buffer.from(stored.sourceMap)]);
    return reply.type(bundleBytesType).header(codeBytesHeader, code.length).send(bytes);
  });

  routes.addContentTypeParser(bundleBytesType, { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));
  routes.put("/internal/bundles/:digest", { bodyLimit }, async (request, reply) => {
    const { digest } = parse(params, request.params, "params");
    const given = bundleOf(digest, request.body, Number(request.headers[codeBytesHeader]));
    checkBundle(given);
    await app.store.inInstallation((scope) => storeBundles(scope, [given]));
    return reply.code(204).send();
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
