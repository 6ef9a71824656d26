import { z } from "zod";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import type { ControlPlaneRequest } from "../../ground/control-plane-client/control-plane-client.ts";
import { mostBundles, mostBytes, sizeOf, uploadBundles } from "./upload-bundles.ts";

const missingAnswer = z.object({ missing: z.array(z.string()) });

export interface BundleUpload {
  /** Resolves when there is room for another bundle. @throws what `send` throws */
  add: (bundle: BundleBytes) => Promise<void>;
  /** Uploads what is left. @throws what `send` throws */
  end: () => Promise<void>;
}

/**
 * Uploads the bundles of a build that the control plane lacks, while the build goes on, so that one message's worth of
 * them is held and not all. `offer` takes them, too.
 */
export function createBundleUpload(
  send: (request: ControlPlaneRequest) => Promise<unknown>,
  offer: (built: Iterable<BundleBytes>) => Promise<void> = async () => {},
): BundleUpload {
  const seen = new Set<string>();
  let parcel: BundleBytes[] = [];
  let bytes = 0;
  let last: Promise<void> = Promise.resolve();

  async function upload(bundles: readonly BundleBytes[]): Promise<void> {
    const digests = bundles.map(({ digest }) => digest);
    const asked = await send({ method: "POST", path: "/internal/bundles/missing", body: { digests } });
    const missing = new Set(missingAnswer.parse(asked).missing);
    await offer(bundles);
    const wanted = bundles.filter(({ digest }) => missing.has(digest));
    await uploadBundles(wanted, send);
  }

  function flush(): Promise<void> {
    const full = parcel;
    parcel = [];
    bytes = 0;
    if (full.length > 0) last = last.then(() => upload(full));
    return last;
  }

  return {
    async add(bundle) {
      if (seen.has(bundle.digest)) return;
      seen.add(bundle.digest);
      parcel.push(bundle);
      bytes += sizeOf(bundle);
      if (parcel.length >= mostBundles || bytes >= mostBytes) await flush();
    },
    end: flush,
  };
}
