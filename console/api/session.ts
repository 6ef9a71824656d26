import type { Client } from "@ferrule/contract/client.ts";
import { createStore } from "./store.ts";
import { otherProject, tabProject } from "./tab-project.ts";

export type SignedIn = Awaited<ReturnType<Client["getMe"]>>;

/** `unknown` before the first answer. `ended` keeps the user, so that the page stays and only asks to sign in again. */
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
  /** Called when the server reports that there is no session. */
  end(): void {
    const now = state.get();
    if (now.kind === "signed-in") state.set({ kind: "ended", me: now.me });
    else if (now.kind !== "ended") state.set({ kind: "signed-out" });
  },
  leave(): void {
    state.set({ kind: "signed-out" });
  },
};

/** The id of the page's user, even while they must sign in again; null when there is none. */
export function userHere(): string | null {
  const now = state.get();
  return now.kind === "signed-in" || now.kind === "ended" ? now.me.user.id : null;
}

/** The signed-in user and their active Project. Use it only inside the shell, which nobody else sees. */
export function useMe(): SignedIn {
  const now = session.use();
  if (now.kind === "signed-in" || now.kind === "ended") return now.me;
  throw new Error("You are not signed in.");
}
