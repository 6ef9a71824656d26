import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import type { ControlPlaneClient } from "../control-plane-client/control-plane-client.ts";

const fetchedTogether = 100;

/**
 * Has bundles sent many in a message, and hands each over as it comes; those that the control plane does not have are left out, and
 * so is a lone one, for which a message of its own is as good.
 * @throws what the client or `take` throws
 */
export async function fetchBundles(
  digests: readonly string[],
  client: Pick<ControlPlaneClient, "bundles">,
  take: (bundle: Bundle) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let lacking = [...digests];
  while (lacking.length > 1) {
    const asked = lacking.slice(0, fetchedTogether);
    const sent = (await client.bundles(asked, signal)).filter(({ digest }) => asked.includes(digest));
    await Promise.all(sent.map(take));
    const got = new Set(sent.map(({ digest }) => digest));
    if (got.size === 0) return;
    lacking = lacking.filter((digest) => !got.has(digest));
  }
}
