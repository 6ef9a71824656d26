import { httpDate } from "@ferrule/kit/http/http-date.ts";

export interface Retries {
  /** The total number of tries of a request. */
  attempts: number;
  /** If the server asks for a longer wait, we give up. */
  longestWaitMs: number;
  /** Called before each wait. */
  onWait: (waitMs: number, why: string) => void;
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** The wait that `Retry-After` requests (RFC 9110 section 10.2.3); null if it is missing or malformed. */
function askedWaitMs(response: Response): number | null {
  const field = response.headers.get("retry-after");
  if (field === null) return null;
  if (/^\d{1,9}$/.test(field)) return Number(field) * 1_000;
  const at = httpDate(field);
  return at === null ? null : Math.max(0, at - Date.now());
}

const backOffMs = (attempt: number) => 250 * 2 ** attempt * (0.75 + Math.random() / 2);

/** Whether it is safe to send the request twice: it reads, or it carries an idempotency key. */
const mayRepeat = (method: string, headers: Headers) => method === "GET" || headers.has("idempotency-key");

/**
 * Retries a request: after 429 or 503, as `Retry-After` says, and after a failure of the network. A request that is not
 * safe to repeat is sent again only after a 429, because then the server did not begin it.
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
