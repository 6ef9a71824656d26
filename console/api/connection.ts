import { createStore } from "./store.ts";

/** Whether the server answers. `lost` keeps what is on the screen readable, and a banner says so. */
export const connection = createStore<"up" | "lost">("up");

const askAgainMs = 2_000;
let asking = false;

async function ask(onBack: () => void): Promise<void> {
  while (connection.get() === "lost") {
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    const answer = await fetch("/ready", { cache: "no-store" }).catch(() => null);
    if (answer?.ok === true) {
      connection.set("up");
      onBack();
    }
  }
  asking = false;
}

/** Notes that a request got no answer, and asks every two seconds until there is one; then calls `onBack` once. */
export function noticeLoss(onBack: () => void): void {
  connection.set("lost");
  if (asking) return;
  asking = true;
  void ask(onBack);
}
