import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";

/**
 * Reports the origins behind a URL: the URL's own when its host is an address or `localhost`, otherwise one for each
 * address of its DNS name, looked up every `intervalMs` and reported again when they change. A failed look-up changes
 * nothing. `resolve` asks the system's resolver. @returns a function that stops it
 */
export function followAddresses(
  url: string,
  intervalMs: number,
  log: Log,
  onChange: (origins: string[]) => void,
  resolve: (hostname: string) => Promise<LookupAddress[]> = (hostname) => lookup(hostname, { all: true }),
): () => void {
  const { protocol, hostname, port, origin } = new URL(url);
  if (hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) {
    onChange([origin]);
    return () => undefined;
  }
  let known = "";
  let failing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      const found = await resolve(hostname);
      const origins = found.map(({ address, family }) => {
        const host = family === 6 ? `[${address}]` : address;
        return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
      });
      const now = origins.toSorted().join();
      if (now !== known && !stopped) onChange(origins);
      known = now;
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ hostname, err: error }, "name could not be resolved");
      failing = true;
    }
    if (!stopped) timer = setTimeout(lookOn, intervalMs).unref();
  };
  const lookOn = () => unwaited(look(), (error) => log.error({ hostname, err: error }, "a look-up failed"));
  lookOn();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
