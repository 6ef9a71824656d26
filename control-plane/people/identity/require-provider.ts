import { Denied } from "../../ground/handler/denied.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { isFor } from "./begin-at-provider.ts";
import type { Flow } from "./flow-cookie.ts";
import { holdProvider } from "./queries/providers.ts";

/**
 * The provider that a sign-in was completed with, as it is now, and stays until the transaction ends. The sign-in asked it over the
 * network, so it may have been switched off since.
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
