import { createHmac } from "node:crypto";
import type { Client } from "@ferrule/contract/client.ts";
import { eventually } from "../../eventually.ts";
import { bookPayment } from "./sources.ts";

const environment = "development" as const;
const signingKey = "signing key of the payments";
const events = [
  ["evt_1QxLpA2eZvKYlo2C", "charge.succeeded"],
  ["evt_1QxLqT2eZvKYlo2C", "invoice.payment_failed"],
  ["evt_1QxLr92eZvKYlo2C", "charge.dispute.created"],
  ["evt_1QxLsF2eZvKYlo2C", "charge.succeeded"],
  ["evt_1QxLtM2eZvKYlo2C", "charge.refunded"],
] as const;

/**
 * Installs a receiver for a payment provider's webhooks. Returns the address that the provider calls after the
 * deployment.
 */
export async function addReceiver(client: Client): Promise<string> {
  for (const its of [environment, "production"] as const)
    await client.createSecret({ body: { name: "STRIPE_SECRET", environment: its, value: signingKey } });
  const parameters = { sender: "stripe", path: "/stripe", secretName: "STRIPE_SECRET" };
  const { created } = await client.installTemplate({ body: { templateId: "webhook-receiver", parameters } });
  const idOf = (wanted: string) => created.find(({ kind }) => kind === wanted)?.id ?? "";
  const params = { functionId: idOf("function") };
  await client.updateFunction({ params, body: { name: "Book a payment", source: bookPayment } });
  const { urls } = await client.getRuntimeEndpoint({ params: { endpointId: idOf("runtime-endpoint") } });
  return `${urls.development}/stripe`;
}

/** Sends webhooks of which some succeed, some are retried, and some die. */
export async function sendWebhooks(client: Client, url: string): Promise<void> {
  for (const [id, type] of events) {
    const body = JSON.stringify({ id, type, amount: 1_250 });
    const time = Math.floor(Date.now() / 1_000);
    const signature = createHmac("sha256", signingKey).update(`${time}.${body}`).digest("hex");
    const headers = { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature}` };
    await eventually(async () => {
      const { status } = await fetch(url, { method: "POST", headers, body });
      return status === 202 ? true : undefined;
    }, 30_000);
  }
  await eventually(async () => {
    const { items } = await client.listDeliveries({ query: { environment } });
    return items.every(({ attempt, status }) => attempt > 0 && status !== "running") ? true : undefined;
  }, 30_000);
}
