import { findBundle, findBundles, storeBundles } from "../../releases/deployments/queries/artifacts.ts";
import { hash } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import { bundleLimits, type Bundle } from "@ferrule/contract/internal/artifact.ts";
import type { App } from "../../ground/app.ts";
import { missingBundles } from "../../releases/deployments/queries/missing-bundles.ts";
import { found } from "../../ground/handler/not-found.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { InternalHandlers } from "./internal-handler.ts";

/** The limit for one answer with several bundles; a worker asks again for those it lacks. */
const answerBytes = 4 * 1_048_576;

const refuse = (path: string, message: string) => validationError([{ path, message }]);

function checkBundle({ digest, code, sourceMap }: Bundle): void {
  if (Buffer.byteLength(code) > bundleLimits.code || Buffer.byteLength(sourceMap) > bundleLimits.sourceMap)
    throw new PublicError("PAYLOAD_TOO_LARGE");
  if ([code, sourceMap].some((text) => text.includes("\0") || !text.isWellFormed()))
    throw refuse("body", "must be well-formed text without NUL");
  if (hash("sha256", code) !== digest) throw refuse("body.code", "must have this digest");
}

/** The Functions' code by SHA-256, many in one message. */
export const serveBundles = ({
  store,
}: App): Pick<InternalHandlers, "getBundle" | "storeBundles" | "listBundles" | "listMissingBundles"> => ({
  getBundle: ({ params: { digest } }) =>
    store.inInstallation(async (scope) => found(await findBundle(scope, digest)), { readOnly: true }),

  async storeBundles({ body: { bundles } }) {
    bundles.forEach(checkBundle);
    await store.inInstallation((scope) => storeBundles(scope, bundles));
  },

  listBundles: ({ body: { digests } }) =>
    store.inInstallation(async (scope) => ({ bundles: await findBundles(scope, digests, answerBytes) }), {
      readOnly: true,
    }),

  listMissingBundles: ({ body: { digests } }) =>
    store.inInstallation(async (scope) => ({ missing: await missingBundles(scope, digests) })),
});
