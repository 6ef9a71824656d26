import type { CompiledResource } from "../../../deployed/endpoints/bindings/resource-table.ts";
import type { ServedEndpoint } from "../../../deployed/endpoints/served/served-endpoint.ts";
import type { Authenticated } from "../../serving/credential.ts";
import { refusedTarget } from "../../tokens/refused-target.ts";

/** Why this caller may not read a resource, as `refusedTarget` says it. Null when they may. */
export const refusedResource = (
  endpoint: ServedEndpoint,
  caller: Authenticated,
  { target, binding }: CompiledResource,
) => refusedTarget(endpoint, caller, { name: target, scope: binding.scope });
