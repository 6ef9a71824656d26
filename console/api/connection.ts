import { createStore } from "./store.ts";

/** Whether the server answers. `lost` keeps what is on the screen readable, and a banner says so. */
export const connection = createStore<"up" | "lost">("up");

const askAgainMs = 2_000;
let asking = false;

async function ask(onBack: () => void): Promise<void> {
  while (connection.get() === "lost") {
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    const answer = await fetch("/ready", { cache: "no-store" }).catch(() => null);
    // A gateway is ready without a control plane, because it still serves calls; the console needs the control plane.
    const { degraded = [] } = ((await answer?.json().catch(() => null)) ?? {}) as { degraded?: string[] };
    if (answer?.ok === true && degraded.length === 0) {
      connection.set("up");
      onBack();
    }
  }
  asking = false;
}

/** Records that a request got no response. Asks every two seconds until there is one, then calls `onBack` once. */
export function noticeLoss(onBack: () => void): void {
  connection.set("lost");
  if (asking) return;
  asking = true;
  void ask(onBack);
}

/** Thrown instead of a response when the server could not be reached. */
class ConnectionLostError extends Error {
  override name = "ConnectionLostError";
}

/** Whether the gateway itself responded, because the server behind it is away. */
const isAway = (response: Response) =>
  response.status === 502 || (response.status === 503 && !response.headers.has("retry-after"));

/**
 * Works like `fetch`, but notices when the server is away; `onBack` is called once it answers again.
 * @throws ConnectionLostError without a response
 */
export async function sendNoticingLoss(onBack: () => void, input: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(input, init);
  } catch (error) {
    if (init?.signal?.aborted === true) throw error;
    noticeLoss(onBack);
    throw new ConnectionLostError("Cannot reach the server.", { cause: error });
  }
  if (isAway(response)) noticeLoss(onBack);
  return response;
}
