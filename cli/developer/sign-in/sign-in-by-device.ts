import { ApiError } from "@ferrule/contract/api-error.ts";
import type { Client } from "@ferrule/contract/client.ts";
import type { Answer, Given } from "@ferrule/contract/operation.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { BegunCliSignIn } from "@ferrule/contract/resources/cli-sign-in.ts";

export interface SignInByDevice {
  client: Pick<Client, "createCliSignIn" | "redeemCliSignIn">;
  /** What the page says of this machine: its name, the Project that it offers first, and for how many days. */
  about: Given<Operations["createCliSignIn"]>["body"];
  /** Shows the person the address and the code. */
  tell: (begun: BegunCliSignIn) => void;
  /** Opens the page in a browser; null to leave that to the person. What goes wrong is the caller's to tell. */
  open: ((url: string) => Promise<void>) | null;
  signal: AbortSignal;
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
  /** @throws when the signal is aborted */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Questions in a row that the network may lose. Each waits twice as long as the one before. */
const mostLost = 5;
const longestWaitMs = 60_000;
/** The last question comes so much later, so that the installation too sees that the time is over. */
const clocksDifferMs = 1_000;

/** Whether the same question may be answered later: the installation is busy or restarts, or the network failed. */
const mayPass = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

/**
 * Signs in through a browser (RFC 8628): begins, tells the person the code, and asks for the token until somebody has
 * allowed or refused it. It asks no more often than the installation says.
 * @returns the token, whose value is given this once
 * @throws ApiError FORBIDDEN when it was refused, NOT_FOUND when it has expired, and any other refusal; what `sleep`
 *   throws when the signal is aborted; the last failure of the network
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
    // What asks once its time is over learns that it has expired. It does not ask after that, whatever it is told.
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
      // RFC 8628, section 3.5: who asks too often asks less often from then on.
      if (code === "RATE_LIMITED") intervalMs += 5_000;
      else if (code !== "INVALID_STATE") throw error;
    }
  }
}
