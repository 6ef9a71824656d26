import type { ItemOf } from "../../api/use-operation.ts";

export type Deployment = ItemOf<"listDeployments">;
export type Change = Deployment["changes"][number];

/** Whether it may still change. */
export const isRunning = ({ status }: Pick<Deployment, "status">): boolean =>
  status === "queued" || status === "building" || status === "activating";

export const kindNames: Record<Deployment["kind"], string> = {
  deploy: "Deploy",
  release: "Release",
  rollback: "Rollback",
};

/** The server's reason why an action is not available; null when it is available. */
export function refusalOf(
  deployment: Pick<Deployment, "availableActions"> | undefined,
  action: Deployment["availableActions"][number]["action"],
): string | null {
  if (deployment === undefined) return "The deployment is still loading.";
  const offered = deployment.availableActions.find((each) => each.action === action);
  if (offered === undefined) return "This deployment does not support that.";
  return offered.allowed ? null : (offered.reason ?? "This is not possible right now.");
}

/** An idempotency key for repeating a request; it also works in a page without a secure context. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
