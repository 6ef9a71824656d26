import type { Environment } from "@ferrule/contract/states.ts";
import { createStore } from "../../../api/store.ts";

export interface HeldKey {
  value: string;
  name: string;
  /** The key was created here, and nobody can look up its value again. */
  minted: boolean;
}

/**
 * How long workers may take to learn of a new key, in milliseconds: usually within a second, longer on a busy machine.
 */
const untilKnownMs = 5_000;

let latestMintAt = 0;
const held = createStore<Readonly<Record<string, HeldKey>>>({});
const place = (endpointId: string, environment: Environment) => `${endpointId} ${environment}`;

/** The keys that this page holds in memory only, so that its examples work. Leaving the page drops them. */
export const heldKeys = {
  use: (endpointId: string, environment: Environment): HeldKey | null =>
    held.use()[place(endpointId, environment)] ?? null,
  hold(endpointId: string, environment: Environment, key: HeldKey): void {
    if (key.minted) latestMintAt = Date.now();
    held.set({ ...held.get(), [place(endpointId, environment)]: key });
  },
  /** Whether a key is so new that workers may not know it yet, which would explain a refusal. */
  isFresh: (): boolean => Date.now() - latestMintAt < untilKnownMs,
  forget(endpointId: string, environment: Environment): void {
    const { [place(endpointId, environment)]: _, ...others } = held.get();
    held.set(others);
  },
  drop: (): void => held.set({}),
};
