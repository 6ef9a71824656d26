import { type BundleBytes, textsOf } from "../../ground/bundle-bytes.ts";
import type { ControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";

/** Limits of one message, which we build in one turn of the event loop. A larger bundle goes alone, as bytes. */
export const mostBundles = 100;
export const mostBytes = 1_048_576;
const uploadsAtOnce = 2;
const timeoutMs = 60_000;

export const sizeOf = ({ code, sourceMap }: BundleBytes): number => code.length + sourceMap.length;

export type StoresBundles = Pick<ControlPlaneClient, "storeBundle" | "storeBundles">;

/** Groups bundles in order, as many as fit into one message. */
function parcels(bundles: readonly BundleBytes[]): BundleBytes[][] {
  const found: BundleBytes[][] = [];
  let room = 0;
  for (const bundle of bundles) {
    const size = sizeOf(bundle);
    const last = found.at(-1);
    if (last !== undefined && last.length < mostBundles && size <= room) last.push(bundle);
    else found.push([bundle]);
    room = (found.at(-1) === last ? room : mostBytes) - size;
  }
  return found;
}

/**
 * Uploads bundles, many in a message: uploading two thousand one by one took ten seconds. A bundle that fills a message
 * goes as bytes, so that this process need not make a text of it. The client retries while the control plane is away.
 * @throws the client's errors
 */
export async function uploadBundles(bundles: readonly BundleBytes[], client: StoresBundles): Promise<void> {
  const waiting = parcels(bundles);
  const upload = (parcel: BundleBytes[]) => {
    const [only] = parcel;
    if (only === undefined || parcel.length > 1)
      return client.storeBundles({ body: { bundles: parcel.map(textsOf) }, timeoutMs });
    const { digest, code, sourceMap } = only;
    const body = { codeBytes: code.length, bytes: Buffer.concat([code, sourceMap]) };
    return client.storeBundle({ params: { digest }, body, timeoutMs });
  };
  const next = async () => {
    for (let parcel = waiting.shift(); parcel !== undefined; parcel = waiting.shift()) await upload(parcel);
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, next));
}
