import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../app.ts";
import { deriveKey } from "../http/derive-key.ts";
import { countAttempts, deleteAttempts, forgetAttempts, insertAttempts } from "../session/records.ts";

const windowMs = 900_000;
const mostOfAccount = 10;
const mostOfAddress = 50;

/** An IPv6 caller has a whole /64 to choose addresses from. */
function network(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = ip.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

export interface Attempt {
  /** It was the right password: this attempt, and the account's failures before it, no longer count. */
  succeeded: () => Promise<void>;
}

/**
 * Counts an attempt to sign in before anything is checked, so that attempts at the same moment cannot pass together: at
 * most 10 failures in 15 minutes for one account and 50 for one address (an IPv6 /64), on all replicas together.
 * @throws PublicError RATE_LIMITED with the seconds until the next attempt counts as a first one again
 */
export async function countLogin(app: App, email: string | null, ip: string | null): Promise<Attempt> {
  const key = deriveKey(app.settings.sessionSecret, "login-attempts");
  const account =
    email === null ? null : `account:${createHmac("sha256", key).update(email.toLowerCase()).digest("base64url")}`;
  const limits = [
    ...(account === null ? [] : [{ subject: account, most: mostOfAccount }]),
    { subject: `address:${network(ip ?? "unknown")}`, most: mostOfAddress },
  ];
  const ids = await app.store.inInstallation((scope) =>
    insertAttempts(
      scope,
      limits.map(({ subject }) => subject),
    ),
  );
  // Counted after the insert was committed: of attempts at once, the eleventh sees eleven.
  const waitMs = await app.store.inInstallation(async (scope) => {
    let longest = 0;
    for (const { subject, most } of limits) {
      const { count, freeInMs } = await countAttempts(scope, subject, windowMs);
      if (count > most) longest = Math.max(longest, freeInMs, 1);
    }
    // A refused attempt is no failure: it must not lengthen the wait.
    if (longest > 0) await deleteAttempts(scope, ids);
    return longest;
  });
  if (waitMs > 0) {
    throw new PublicError("RATE_LIMITED", "Too many attempts to sign in. Try again later.", {
      retryAfterSeconds: waitMs / 1_000,
    });
  }
  return {
    succeeded: () =>
      app.store.inInstallation(async (scope) => {
        await deleteAttempts(scope, ids);
        if (account !== null) await forgetAttempts(scope, account);
      }),
  };
}
