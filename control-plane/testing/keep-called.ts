import type { Client } from "@ferrule/contract/client.ts";

/** Has deployments hold a Function that no binding calls: by a cron that is switched off. */
export async function keepCalled(client: Client, functionId: string): Promise<void> {
  const body = { functionId, name: "off", schedule: "0 0 1 1 *", enabled: false };
  await client.createCronBinding({ body });
}
