import { ApiError } from "@ferrule/contract/api-error.ts";
import type { Client } from "@ferrule/contract/client.ts";
import type { Answer, Given } from "@ferrule/contract/operation.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { BegunCliSignIn } from "@ferrule/contract/resources/cli-sign-in.ts";

export interface SignInByDevice {
  client: Pick<Client, "createCliSignIn" | "redeemCliSignIn">;
  /** What the page shows of this machine: its name, the Project to offer first, and the number of days. */
  about: Given<Operations["createCliSignIn"]>["body"];
  /** Shows the person the address and the code. */
  tell: (begun: BegunCliSignIn) => void;
  /** Opens the page in a browser; null to leave that to the person. The caller reports its errors. */
  open: ((url: string) => Promise<void>) | null;
  signal: AbortSignal;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** @throws when the signal is aborted */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Requests in a row that the network may lose. Each waits twice as long as the one before. */
const mostLost = 5;
const longestWaitMs = 60_000;
/** We delay the last request this much, so that the code has expired by the installation's clock too. */
const clocksDifferMs = 1_000;

/** Whether to repeat the same request later: the installation is busy or restarts, or the network failed. */
const mayPass = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

/**
 * Signs in through a browser (RFC 8628). It requests a code, shows it to the person, and polls for the token until
 * somebody has allowed or refused it. It polls only as often as the installation allows.
 * @returns the token; its value is sent only once
 * @throws ApiError FORBIDDEN when the person refused, NOT_FOUND when the code has expired, and any other refusal; what
 * `sleep` throws when the signal is aborted; the last failure of the network
 */
export async function signInByDevice(given: SignInByDevice): Promise<Answer<Operations["redeemCliSignIn"]>> {
  const { client, about, tell, open, signal, now, sleep } = given;
  const begun = await client.createCliSignIn({ body: about, signal });
  const endsAt = now() + begun.expiresInSeconds * 1_000 + clocksDifferMs;
  tell(begun);
  await open?.(begun.verificationUrlComplete);
  const body = { deviceCode: begun.deviceCode };
  let intervalMs = begun.intervalSeconds * 1_000;
  for (let lost = 0; ;) {
    const waitMs = Math.min(intervalMs * 2 ** lost, longestWaitMs);
    const leftMs = endsAt - now();
    // A last request after the time tells us that the code has expired. After it we stop, whatever the response.
    const isLast = leftMs <= waitMs;
    await sleep(Math.max(0, Math.min(waitMs, leftMs)), signal);
    try {
      return await client.redeemCliSignIn({ body, signal });
    } catch (error) {
      if (signal.aborted || isLast) throw error;
      const isLost = mayPass(error);
      lost = isLost ? lost + 1 : 0;
      if (lost > mostLost) throw error;
      if (isLost) continue;
      const { code } = error as ApiError;
      // RFC 8628, section 3.5: after `slow_down`, poll less often from then on.
      if (code === "RATE_LIMITED") intervalMs += 5_000;
      else if (code !== "INVALID_STATE") throw error;
    }
  }
}
