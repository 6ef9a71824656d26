import { type BundleBytes, textsOf } from "../../ground/bundle-bytes.ts";
import {
  ControlPlaneRefusal,
  type ControlPlaneRequest,
} from "../../ground/control-plane-client/control-plane-client.ts";

/** Limits of one message, which is made in one turn of the event loop. A larger bundle is sent alone, as its bytes. */
export const mostBundles = 100;
export const mostBytes = 1_048_576;
const uploadsAtOnce = 2;
const singlesAtOnce = 8;
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

async function atOnce<T>(items: readonly T[], count: number, act: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: count }, next));
}

/** Whether an earlier version of the control plane lacks what was asked of it. */
const isOfBefore = (error: unknown, status: number) => error instanceof ControlPlaneRefusal && error.status === status;

/**
 * Uploads bundles, many in a message: uploading two thousand one by one took ten seconds. One that fills a message goes
 * as bytes, so that no text is made of it here. An earlier version of the control plane takes texts, one by one.
 * `send` retries while the control plane is away.
 * @throws what `send` throws
 */
export async function uploadBundles(
  bundles: readonly BundleBytes[],
  send: (request: ControlPlaneRequest) => Promise<unknown>,
): Promise<void> {
  const asText = (bundle: BundleBytes) =>
    send({ method: "PUT", path: `/internal/bundles/${bundle.digest}`, body: textsOf(bundle), timeoutMs });
  const single = async (bundle: BundleBytes) => {
    const { digest, code, sourceMap } = bundle;
    const bytes = [code, sourceMap];
    try {
      await send({ method: "PUT", path: `/internal/bundles/${digest}`, bytes, codeBytes: code.length, timeoutMs });
    } catch (error) {
      if (!isOfBefore(error, 415)) throw error;
      await asText(bundle);
    }
  };
  await atOnce(parcels(bundles), uploadsAtOnce, async (parcel) => {
    const [only] = parcel;
    if (only !== undefined && parcel.length === 1) return await single(only);
    try {
      const body = { bundles: parcel.map(textsOf) };
      await send({ method: "POST", path: "/internal/bundles", body, timeoutMs });
    } catch (error) {
      if (!isOfBefore(error, 404)) throw error;
      await atOnce(parcel, singlesAtOnce, asText);
    }
  });
}
