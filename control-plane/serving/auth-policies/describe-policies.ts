import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { authPolicy, type AuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { listKeysOf, toApiKey } from "../api-keys/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { AuthPolicyRow } from "./queries.ts";

/** Policies with their keys as the API shows them, in the order given. */
export async function describePolicies(scope: ProjectScope, rows: readonly AuthPolicyRow[]): Promise<AuthPolicy[]> {
  const keys = await listKeysOf(scope, [...new Set(rows.map(({ endpointId }) => endpointId))]);
  return rows.map((row) =>
    resourceFrom(authPolicy, row, {
      apiKeys: keys
        .filter(({ endpointId, environment }) => endpointId === row.endpointId && environment === row.environment)
        .map((key) => toApiKey(key)),
    }),
  );
}

export const describePolicy = async (scope: ProjectScope, row: AuthPolicyRow): Promise<AuthPolicy> =>
  found((await describePolicies(scope, [row]))[0]);
