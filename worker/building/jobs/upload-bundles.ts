import { type BundleBytes, textsOf } from "../../ground/bundle-bytes.ts";
import type { ControlPlaneRequest } from "../../ground/control-plane-client/control-plane-client.ts";

/** Limits of one message, which is made in one turn of the event loop. A larger bundle is sent alone, as its bytes. */
export const mostBundles = 100;
export const mostBytes = 1_048_576;
const uploadsAtOnce = 2;
const timeoutMs = 60_000;

export const sizeOf = ({ code, sourceMap }: BundleBytes): number => code.length + sourceMap.length;

/** In order, as many together as fit into one message. */
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
 * Uploads bundles, many in a message: uploading two thousand one by one took ten seconds. One that fills a message goes
 * as bytes, so that no text is made of it here. `send` retries while the control plane is away.
 * @throws what `send` throws
 */
export async function uploadBundles(
  bundles: readonly BundleBytes[],
  send: (request: ControlPlaneRequest) => Promise<unknown>,
): Promise<void> {
  const waiting = parcels(bundles);
  const upload = (parcel: BundleBytes[]) => {
    const [only] = parcel;
    if (only === undefined || parcel.length > 1) {
      return send({ method: "POST", path: "/internal/bundles", body: { bundles: parcel.map(textsOf) }, timeoutMs });
    }
    const { digest, code, sourceMap } = only;
    const path = `/internal/bundles/${digest}`;
    return send({ method: "PUT", path, bytes: [code, sourceMap], codeBytes: code.length, timeoutMs });
  };
  const next = async () => {
    for (let parcel = waiting.shift(); parcel !== undefined; parcel = waiting.shift()) await upload(parcel);
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, next));
}
