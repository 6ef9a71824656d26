import type { HttpContext } from "ferrule";

const sender = "standard";
const secretName = "WEBHOOK_SECRET";
const toleranceSeconds = 300;

interface Input {
  /** Whatever the sender says: its signature is checked, its shape is not. */
  event: unknown;
}

/** What an event calls itself: most senders have a `type`. */
const typeOf = (event: unknown): string =>
  typeof event === "object" && event !== null && "type" in event && typeof event.type === "string"
    ? event.type
    : "unknown";

/** Takes a webhook that its sender has signed, and refuses any other with 401. */
export default async function receiveWebhook({ event }: Input, ctx: HttpContext) {
  const { deliveryId } = await ctx.http.verifySignature({ sender, secret: secretName, toleranceSeconds });
  const type = typeOf(event);
  ctx.log.info("webhook received", { deliveryId, type });
  // Put here what is to happen. A sender repeats what is not answered in time: `deliveryId` tells the same webhook again.
  return { received: deliveryId, type };
}
