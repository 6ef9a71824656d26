import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import type { ControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";

/** Limits of one message. A larger bundle is sent alone. */
export const mostBundles = 100;
export const mostCharacters = 4 * 1_048_576;
const uploadsAtOnce = 2;
const timeoutMs = 60_000;

/** In order, as many together as fit into one message. */
function parcels(bundles: readonly Bundle[]): Bundle[][] {
  const found: Bundle[][] = [];
  let room = 0;
  for (const bundle of bundles) {
    const size = bundle.code.length + bundle.sourceMap.length;
    const last = found.at(-1);
    if (last !== undefined && last.length < mostBundles && size <= room) last.push(bundle);
    else found.push([bundle]);
    room = (found.at(-1) === last ? room : mostCharacters) - size;
  }
  return found;
}

/**
 * Uploads bundles, many in a message: uploading two thousand one by one took ten seconds. The client retries while the
 * control plane is away.
 * @throws what the client throws
 */
export async function uploadBundles(
  bundles: readonly Bundle[],
  client: Pick<ControlPlaneClient, "storeBundles">,
): Promise<void> {
  const waiting = parcels(bundles);
  const next = async () => {
    for (let parcel = waiting.shift(); parcel !== undefined; parcel = waiting.shift())
      await client.storeBundles({ body: { bundles: parcel }, timeoutMs });
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, next));
}
