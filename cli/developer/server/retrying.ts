import { httpDate } from "@ferrule/kit/http/http-date.ts";

export interface Retries {
  /** Tries of a request in all. */
  attempts: number;
  /** A server that says to wait longer is not waited for. */
  longestWaitMs: number;
  /** Told before each wait. */
  onWait: (waitMs: number, why: string) => void;
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** How long `Retry-After` asks to wait (RFC 9110 section 10.2.3); null where it says nothing that we understand. */
function askedWaitMs(response: Response): number | null {
  const field = response.headers.get("retry-after");
  if (field === null) return null;
  if (/^\d{1,9}$/.test(field)) return Number(field) * 1_000;
  const at = httpDate(field);
  return at === null ? null : Math.max(0, at - Date.now());
}

const backOffMs = (attempt: number) => 250 * 2 ** attempt * (0.75 + Math.random() / 2);

/** Whether the server may get the request twice: it reads, or it carries a key by which the server knows it again. */
const mayRepeat = (method: string, headers: Headers) => method === "GET" || headers.has("idempotency-key");

/**
 * Sends a request again: after 429 or 503, as `Retry-After` says, and after a failure of the network. A request that would change
 * something twice is sent again only where the server refused it before it began (429).
 */
export function retrying(send: typeof fetch, retries: Retries): typeof fetch {
  return async (input, init = {}) => {
    const repeats = mayRepeat(init.method ?? "GET", new Headers(init.headers));
    const signal = init.signal ?? undefined;
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt + 1 >= retries.attempts;
      let waitMs = backOffMs(attempt);
      try {
        const response = await send(input, init);
        const isRefused = response.status === 429 || (response.status === 503 && repeats);
        const askedMs = isRefused ? askedWaitMs(response) : null;
        waitMs = askedMs ?? waitMs;
        if (!isRefused || isLast || waitMs > retries.longestWaitMs) return response;
        await response.body?.cancel();
        retries.onWait(waitMs, response.status === 429 ? "too many requests" : "the installation is busy");
      } catch (error) {
        if (isLast || !repeats || signal?.aborted) throw error;
        retries.onWait(waitMs, "the network failed");
      }
      await retries.sleep(waitMs, signal);
    }
  };
}
