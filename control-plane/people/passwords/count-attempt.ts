import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../../ground/app.ts";
import { admitAttempt, deleteAttempts, forgetAttempts } from "../session/queries.ts";
import { accountKey } from "./account-key.ts";
import { networkOf } from "./network-of.ts";

const windowMs = 900_000;
/** Failures in a window: of one account from one network, from one known device, and in changing a password. */
const mostOfSource = 10;
/** For one network, whatever accounts it tries. */
const mostOfAddress = 50;
/** For one account, from all networks together from which nobody has signed in to it. */
const mostOfStrangers = 30;

/** The thing by which attempts count, and how many may fail in a window. */
export interface Limit {
  subject: string;
  most: number;
  /** Whether a correct password clears the failures before it. */
  forgiven: boolean;
}

/** The facts about the source of a sign-in attempt. */
export interface SignInSource {
  email: string;
  ip: string | null;
  /** The device that proved an earlier sign-in to this account; null without one. */
  device: string | null;
  /** Whether somebody has signed in to the account from this network before. */
  isFamiliar: boolean;
}

/**
 * The limits for an attempt. Attempts of a known device count separately, so nobody else's failures lock it out,
 * whether they come from the same address or from thousands. The same holds for a network from which somebody has
 * signed in to the account.
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

/** Nobody can guess a one-time link. The limit bounds the cost of trying, separately from failed passwords. */
export const linkLimits = (ip: string | null): Limit[] => [
  { subject: `link:${networkOf(ip ?? "unknown")}`, most: mostOfAddress, forgiven: false },
];

/** Each sign-in attempt through a provider sends it one request. */
export const providerLimits = (ip: string | null): Limit[] => [
  { subject: `provider:${networkOf(ip ?? "unknown")}`, most: mostOfAddress, forgiven: false },
];

/** Nobody can guess a signature. The limit bounds the cost of checking ID tokens of pipelines. */
export const pipelineLimits = (ip: string | null): Limit[] => [
  { subject: `pipeline:${networkOf(ip ?? "unknown")}`, most: mostOfAddress, forgiven: false },
];

/** Guesses of the current password by a signed-in user. Nobody else can keep that user from changing it. */
export const presentPasswordLimits = (app: App, email: string): Limit[] => [
  { subject: `present:${accountKey(app.settings, email)}`, most: mostOfSource, forgiven: true },
];

export interface Attempt {
  /** Call it when the attempt was correct: it no longer counts, and neither do earlier ones that are forgiven. */
  succeeded: () => Promise<void>;
}

/**
 * Counts an attempt as failed, across all replicas, before the caller checks anything. So of a hundred concurrent
 * attempts, only as many get through as may fail. A refused attempt does not count, so it does not prolong the wait.
 * @throws PublicError RATE_LIMITED with the seconds until the next attempt is allowed
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
