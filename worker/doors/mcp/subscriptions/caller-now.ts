import type { EndpointDirectory } from "../../../deployed/endpoints/feed/endpoint-directory.ts";
import { authenticate, type CredentialContext } from "../../serving/credential.ts";
import { originAllowed } from "../../serving/cors.ts";
import type { View } from "../transport/method.ts";
import type { Listener } from "./listener.ts";

export interface Admitting extends Omit<CredentialContext, "path"> {
  directory: Pick<EndpointDirectory, "peek">;
}

/**
 * What a listener's caller sees of its endpoint now, by the same checks as for a request. `gone`: the caller may not
 * call here any more. `later`: the artifact is still loading.
 */
export async function callerNow(
  { request, endpoint: before, caller: was }: Listener,
  { directory, tokens, ownOrigin }: Admitting,
  now: number,
): Promise<View | "gone" | "later"> {
  const { path, credential, address, origin } = request;
  const endpoint = directory.peek(path);
  if (endpoint?.id !== before.id || endpoint.closed !== null) return "gone";
  const { deployed, limits } = endpoint;
  if (deployed.kind === "loading") return "later";
  if (deployed.kind === "nothing" || deployed.endpoint.kind !== "mcp") return "gone";
  if (limits.allows !== null && !limits.allows(address)) return "gone";
  if (!originAllowed(endpoint, origin, [ownOrigin])) return "gone";
  const caller = await authenticate(endpoint, credential, now, { tokens, ownOrigin, path });
  // With another tenant, it would be another caller.
  if ("code" in caller || caller.tenantId !== was.tenantId) return "gone";
  return { table: deployed.endpoint.table, endpoint, caller };
}
