import type { HttpContext } from "ferrule";

interface Input {
  /** Whatever the sender says: its signature has been checked, its shape has not. */
  event: unknown;
}

/** A text that an event holds under this name: most senders tell their `type`. */
function textOf(event: unknown, name: string): string | null {
  if (typeof event !== "object" || event === null) return null;
  const found = (event as Record<string, unknown>)[name];
  return typeof found === "string" ? found : null;
}

/** Runs after its sender has had its answer, and again if it fails. */
export default function receiveWebhook({ event }: Input, ctx: HttpContext) {
  const type = textOf(event, "type");
  // Slack asks once whose address this is.
  if (type === "url_verification") return { challenge: textOf(event, "challenge") };
  ctx.log.info("webhook received", { type, attempt: ctx.attempt });
  // Put here what is to happen. A worker may be lost in the middle of it: take the event's id as a unique key.
  return { type };
}
