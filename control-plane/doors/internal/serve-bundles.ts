import { findBundle, findBundles, storeBundles } from "../../releases/deployments/queries/artifacts.ts";
import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import { type Bundle, type SentBundle, bundleLimits, codeBytesHeader } from "@ferrule/contract/internal/artifact.ts";
import type { App } from "../../ground/app.ts";
import { missingBundles } from "../../releases/deployments/queries/missing-bundles.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { InternalHandlers } from "./internal-handler.ts";

/** The limit for one answer with several bundles; a worker asks again for those it lacks, and one by one for the large. */
const answerBytes = 4 * 1_048_576;

const refuse = (path: string, message: string) => validationError([{ path, message }]);

/** @throws PublicError VALIDATION_ERROR */
function bundleOf(digest: string, { codeBytes, bytes }: SentBundle): Bundle {
  if (codeBytes > bytes.length)
    throw refuse(`headers.${codeBytesHeader}`, "must say how many bytes of the body are the code");
  const [code, sourceMap] = [bytes.subarray(0, codeBytes), bytes.subarray(codeBytes)];
  if (!isUtf8(code) || !isUtf8(sourceMap)) throw refuse("body", "must be text in UTF-8");
  return { digest, code: Buffer.from(code).toString(), sourceMap: Buffer.from(sourceMap).toString() };
}

function checkBundle({ digest, code, sourceMap }: Bundle): void {
  if (Buffer.byteLength(code) > bundleLimits.code || Buffer.byteLength(sourceMap) > bundleLimits.sourceMap)
    throw new PublicError("PAYLOAD_TOO_LARGE");
  if ([code, sourceMap].some((text) => text.includes("\0") || !text.isWellFormed()))
    throw refuse("body", "must be well-formed text without NUL");
  if (hash("sha256", code) !== digest) throw refuse("body.code", "must have this digest");
}

/**
 * The Functions' code by SHA-256: many small bundles in one message, a large one as bytes. To store an existing bundle
 * changes nothing.
 */
export const serveBundles = ({
  store,
}: App): Pick<
  InternalHandlers,
  "getBundle" | "storeBundle" | "storeBundles" | "listBundles" | "listMissingBundles"
> => ({
  async getBundle({ params: { digest } }) {
    const read = async (scope: InstallationScope) => found(await findBundle(scope, digest));
    const stored = await store.inInstallation(read, { readOnly: true });
    const code = Buffer.from(stored.code);
    return { codeBytes: code.length, bytes: Buffer.concat([code, Buffer.from(stored.sourceMap)]) };
  },

  async storeBundle({ params: { digest }, body }) {
    const given = bundleOf(digest, body);
    checkBundle(given);
    await store.inInstallation((scope) => storeBundles(scope, [given]));
  },

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
