import type { Client } from "@ferrule/contract/client.ts";
import { createStore } from "./store.ts";
import { otherProject, tabProject } from "./tab-project.ts";

export type SignedIn = Awaited<ReturnType<Client["getMe"]>>;

/**
 * `unknown` before the first answer; `ended` keeps who it was, so that the page stays and only asks to sign in again.
 */
export type SessionState =
  | { kind: "unknown" }
  | { kind: "signed-out" }
  | { kind: "signed-in"; me: SignedIn }
  | { kind: "ended"; me: SignedIn };

const state = createStore<SessionState>({ kind: "unknown" });

/** Who is signed in. */
export const session = {
  ...state,
  begin(me: SignedIn): void {
    tabProject.set(me.activeProject?.id ?? null);
    otherProject.set(null);
    state.set({ kind: "signed-in", me });
  },
  /** The server says that there is no session. */
  end(): void {
    const now = state.get();
    if (now.kind === "signed-in") state.set({ kind: "ended", me: now.me });
    else if (now.kind !== "ended") state.set({ kind: "signed-out" });
  },
  leave(): void {
    state.set({ kind: "signed-out" });
  },
};

/** The id of the user whose page this is, also while they have to sign in again; null: nobody's. */
export function userHere(): string | null {
  const now = state.get();
  return now.kind === "signed-in" || now.kind === "ended" ? now.me.user.id : null;
}

/** The signed-in user and their active Project; only inside of the shell, which is shown to nobody else. */
export function useMe(): SignedIn {
  const now = session.use();
  if (now.kind === "signed-in" || now.kind === "ended") return now.me;
  throw new Error("You are not signed in.");
}
