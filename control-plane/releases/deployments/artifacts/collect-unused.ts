import type { App } from "../../../ground/app.ts";
import { bundlesAtOnce, collectBundles, removeUnused } from "../queries/unused.ts";

/**
 * Removes products of builds to which nothing refers any more: artifacts without a deployment, results that no build
 * requested, and bundles that neither uses. Each goes BUILD_RETENTION_DAYS after its last use. Two replicas may do it
 * at once.
 */
export async function collectUnused({ store, settings, log }: App): Promise<void> {
  const days = settings.buildRetentionDays;
  const removed = await store.inInstallation((scope) => removeUnused(scope, days));
  let bundles = 0;
  for (let seen = bundlesAtOnce; seen === bundlesAtOnce;) {
    const looked = await store.inInstallation((scope) => collectBundles(scope, days));
    ({ seen } = looked);
    bundles += looked.gone;
  }
  if (removed.artifacts + removed.results + bundles > 0)
    log.info({ ...removed, bundles }, "removed what builds had made and nothing needs any more");
}
