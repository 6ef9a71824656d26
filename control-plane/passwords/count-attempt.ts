import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../app.ts";
import { admitAttempt, deleteAttempts, forgetAttempts } from "../session/queries.ts";
import { accountKey } from "./account-key.ts";
import { networkOf } from "./network-of.ts";

const windowMs = 900_000;
/** Failures in a window of one account from one network, from one known device, and of a password given to change it. */
const mostOfSource = 10;
/** Of one network, whatever accounts it tries. */
const mostOfAddress = 50;
/** Of one account from every network together that nobody has signed in to it from. */
const mostOfStrangers = 30;

/** A counted subject, and how many of its attempts may fail in a window. */
export interface Limit {
  subject: string;
  most: number;
  /** A right password takes the failures before it out of the count. */
  forgiven: boolean;
}

/** What is known of where an attempt to sign in comes from. */
export interface SignInSource {
  email: string;
  ip: string | null;
  /** The device that proved to have signed in to this account before; null without one. */
  device: string | null;
  /** Whether the account was signed in to from this network before. */
  isFamiliar: boolean;
}

/**
 * What limits an attempt. A device that signed in before is counted by itself: whoever else fails, from the same address or
 * from thousands, does not keep it out. The same holds for a network that the account was signed in to from.
 */
export function signInLimits(app: App, { email, ip, device, isFamiliar }: SignInSource): Limit[] {
  const account = accountKey(app.settings, email);
  if (device !== null) return [{ subject: `device:${account}:${device}`, most: mostOfSource, forgiven: true }];
  const network = networkOf(ip ?? "unknown");
  return [
    { subject: `source:${account}:${network}`, most: mostOfSource, forgiven: true },
    { subject: `address:${network}`, most: mostOfAddress, forgiven: false },
    ...(isFamiliar ? [] : [{ subject: `strangers:${account}`, most: mostOfStrangers, forgiven: false }]),
  ];
}

/** One-time links are guessed by nobody; the limit bounds what trying costs, apart from what failed passwords count. */
export const linkLimits = (ip: string | null): Limit[] => [
  { subject: `link:${networkOf(ip ?? "unknown")}`, most: mostOfAddress, forgiven: false },
];

/** Each attempt to sign in by a provider has it asked once. */
export const providerLimits = (ip: string | null): Limit[] => [
  { subject: `provider:${networkOf(ip ?? "unknown")}`, most: mostOfAddress, forgiven: false },
];

/** Guesses of the present password by somebody who is signed in, whom nobody else can keep from changing it. */
export const presentPasswordLimits = (app: App, email: string): Limit[] => [
  { subject: `present:${accountKey(app.settings, email)}`, most: mostOfSource, forgiven: true },
];

export interface Attempt {
  /** It was right: this attempt, and those before it that are forgiven, no longer count. */
  succeeded: () => Promise<void>;
}

/**
 * Counts an attempt as failed before anything is checked, on all replicas together: of a hundred at the same moment exactly
 * as many are let through as may fail. A refused one is not counted, so that it does not lengthen the wait.
 * @throws PublicError RATE_LIMITED with the seconds until the next attempt is let through
 */
export async function countAttempt(app: App, limits: readonly Limit[]): Promise<Attempt> {
  const admitted = await app.store.inInstallation((scope) => admitAttempt(scope, limits, windowMs));
  if ("waitMs" in admitted) {
    throw new PublicError("RATE_LIMITED", "Too many attempts to sign in. Try again later.", {
      retryAfterSeconds: admitted.waitMs / 1_000,
    });
  }
  const forgiven = limits.filter(({ forgiven }) => forgiven).map(({ subject }) => subject);
  return {
    succeeded: () =>
      app.store.inInstallation(async (scope) => {
        await deleteAttempts(scope, admitted.ids);
        await forgetAttempts(scope, forgiven);
      }),
  };
}
