import { Denied } from "../../../ground/handler/denied.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";
import { isFor } from "./begin-at-provider.ts";
import type { Flow } from "./flow-cookie.ts";
import { holdProvider } from "../queries/providers.ts";

/**
 * Reads the provider of a completed sign-in once more, and holds it unchanged until the transaction ends. The sign-in
 * took a request over the network, and somebody may have switched the provider off meanwhile.
 * @throws Denied INVALID_CREDENTIALS unless it still signs these people in, by the same issuer and client
 */
export async function requireProvider(
  scope: InstallationScope,
  { id, issuer, clientId, name }: ProviderRow,
  use: Flow["use"],
): Promise<ProviderRow> {
  const now = await holdProvider(scope, id);
  if (now !== undefined && isFor(now, use) && now.issuer === issuer && now.clientId === clientId) return now;
  const message = `${name} does not sign you in any more. Start again.`;
  throw new Denied("INVALID_CREDENTIALS", { kind: "user", id: null, name: null }, { message });
}
