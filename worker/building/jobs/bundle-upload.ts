import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import type { ControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";
import { mostBundles, mostCharacters, uploadBundles } from "./upload-bundles.ts";

export interface BundleUpload {
  /** Resolves when there is room for another bundle. @throws what the client throws */
  add: (bundle: Bundle) => Promise<void>;
  /** Uploads what is left. @throws what the client throws */
  end: () => Promise<void>;
}

/**
 * Uploads the bundles of a build that the control plane lacks, while the build goes on, so that one message's worth of
 * them is held and not all. `offer` takes them, too.
 */
export function createBundleUpload(
  client: Pick<ControlPlaneClient, "listMissingBundles" | "storeBundles">,
  offer: (built: Iterable<Bundle>) => void = () => {},
): BundleUpload {
  const seen = new Set<string>();
  let parcel: Bundle[] = [];
  let characters = 0;
  let last: Promise<void> = Promise.resolve();

  async function upload(bundles: readonly Bundle[]): Promise<void> {
    const digests = bundles.map(({ digest }) => digest);
    const answer = await client.listMissingBundles({ body: { digests } });
    const missing = new Set(answer.missing);
    offer(bundles);
    const wanted = bundles.filter(({ digest }) => missing.has(digest));
    await uploadBundles(wanted, client);
  }

  function flush(): Promise<void> {
    const full = parcel;
    parcel = [];
    characters = 0;
    if (full.length > 0) last = last.then(() => upload(full));
    return last;
  }

  return {
    async add(bundle) {
      if (seen.has(bundle.digest)) return;
      seen.add(bundle.digest);
      parcel.push(bundle);
      characters += bundle.code.length + bundle.sourceMap.length;
      if (parcel.length >= mostBundles || characters >= mostCharacters) await flush();
    },
    end: flush,
  };
}
