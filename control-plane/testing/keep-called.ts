import type { Client } from "@ferrule/contract/client.ts";

/** Makes deployments include a Function that no binding calls, by means of a disabled cron. */
export async function keepCalled(client: Client, functionId: string): Promise<void> {
  const body = { functionId, name: "off", schedule: "0 0 1 1 *", enabled: false };
  await client.createCronBinding({ body });
}
