import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findEndpoint } from "../../serving/runtime-endpoints/queries.ts";
import { exportManifest } from "./export-manifest.ts";

/** An endpoint's drafts as a document that works in any installation; it never contains secret values or keys. */
export const getManifest: Handler<Operations["getManifest"]> = async ({ scope, params }) => {
  const { digest, policies, grants, ...manifest } = await exportManifest(
    scope,
    found(await findEndpoint(scope, params.endpointId)),
  );
  return { ...manifest, policies: found(policies), grants: found(grants), digest: found(digest) };
};
