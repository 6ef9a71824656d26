import type { Environment } from "@ferrule/contract/states.ts";
import { createStore } from "../../../api/store.ts";

export interface HeldKey {
  value: string;
  name: string;
  /** It was created here, and nobody will see its value again. */
  minted: boolean;
}

/** How long a worker may not yet know a key, in milliseconds: within a second, and more where the machine is busy. */
const untilKnownMs = 5_000;

let latestMintAt = 0;
const held = createStore<Readonly<Record<string, HeldKey>>>({});
const place = (endpointId: string, environment: Environment) => `${endpointId} ${environment}`;

/** The keys that this page holds in memory, and nowhere else, so that what it shows works; gone when the page is left. */
export const heldKeys = {
  use: (endpointId: string, environment: Environment): HeldKey | null =>
    held.use()[place(endpointId, environment)] ?? null,
  hold(endpointId: string, environment: Environment, key: HeldKey): void {
    if (key.minted) latestMintAt = Date.now();
    held.set({ ...held.get(), [place(endpointId, environment)]: key });
  },
  /** Whether a key is so new that its refusal may only mean that it is not known yet. */
  isFresh: (): boolean => Date.now() - latestMintAt < untilKnownMs,
  forget(endpointId: string, environment: Environment): void {
    const { [place(endpointId, environment)]: _, ...others } = held.get();
    held.set(others);
  },
  drop: (): void => held.set({}),
};
