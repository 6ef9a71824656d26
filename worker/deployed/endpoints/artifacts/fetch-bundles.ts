import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import type { ControlPlaneClient } from "../../../ground/control-plane-client/control-plane-client.ts";

const fetchedTogether = 100;

/**
 * Fetches many bundles at a time, and passes each on as it arrives. It skips bundles that the control plane lacks. It
 * also skips a request for a single bundle, which needs its own message anyway.
 * @throws the errors of the client or of `take`
 */
export async function fetchBundles(
  digests: readonly string[],
  client: Pick<ControlPlaneClient, "listBundles">,
  take: (bundle: Bundle) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let lacking = [...digests];
  while (lacking.length > 1) {
    const asked = lacking.slice(0, fetchedTogether);
    const { bundles } = await client.listBundles({ body: { digests: asked }, signal });
    const sent = bundles.filter(({ digest }) => asked.includes(digest));
    await Promise.all(sent.map(take));
    const got = new Set(sent.map(({ digest }) => digest));
    if (got.size === 0) return;
    lacking = lacking.filter((digest) => !got.has(digest));
  }
}
