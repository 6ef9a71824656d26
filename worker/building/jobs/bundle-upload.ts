import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import type { ControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";
import { mostBundles, mostBytes, sizeOf, type StoresBundles, uploadBundles } from "./upload-bundles.ts";

export interface BundleUpload {
  /** Resolves when there is room for another bundle. @throws the client's errors */
  add: (bundle: BundleBytes) => Promise<void>;
  /** Uploads the remaining bundles. @throws the client's errors */
  end: () => Promise<void>;
}

/**
 * Uploads the bundles of a build that the control plane lacks, while the build goes on. So it never holds more than one
 * message's worth. It passes each bundle to `offer` too.
 */
export function createBundleUpload(
  client: StoresBundles & Pick<ControlPlaneClient, "listMissingBundles">,
  offer: (built: Iterable<BundleBytes>) => Promise<void> = async () => {},
): BundleUpload {
  const seen = new Set<string>();
  let parcel: BundleBytes[] = [];
  let bytes = 0;
  let last: Promise<void> = Promise.resolve();

  async function upload(bundles: readonly BundleBytes[]): Promise<void> {
    const digests = bundles.map(({ digest }) => digest);
    const answer = await client.listMissingBundles({ body: { digests } });
    const missing = new Set(answer.missing);
    await offer(bundles);
    const wanted = bundles.filter(({ digest }) => missing.has(digest));
    await uploadBundles(wanted, client);
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
