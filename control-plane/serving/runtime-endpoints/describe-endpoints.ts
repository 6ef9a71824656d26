import { pickFields, resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { endpointLimits, runtimeEndpoint, type RuntimeEndpoint } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { countActiveKeys } from "../api-keys/queries.ts";
import type { App } from "../../ground/app.ts";
import { listPoliciesOf, type AuthPolicyRow } from "../auth-policies/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { originOf } from "../../people/projects/origin-of.ts";
import { listServedEndpoints, readProjectSlug, type RuntimeEndpointRow } from "./queries.ts";

const inEach = <T>(valueOf: (environment: Environment) => T): Record<Environment, T> => ({
  development: valueOf("development"),
  production: valueOf("production"),
});

/** Since when and why nobody may call; nothing while it is not stopped. */
const stopOf = (policy: AuthPolicyRow | undefined) =>
  policy === undefined || policy.stoppedAt === null
    ? {}
    : {
        stopped: {
          at: policy.stoppedAt.toISOString(),
          by: policy.stoppedBy ?? "",
          reason: policy.stopReason ?? "",
        },
      };

/** Endpoints as the API shows them, in the given order. It takes four statements, however many endpoints there are. */
export async function describeEndpoints(
  scope: ProjectScope,
  app: Pick<App, "settings">,
  rows: readonly RuntimeEndpointRow[],
): Promise<RuntimeEndpoint[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const projectSlug = found(await readProjectSlug(scope));
  const served = await listServedEndpoints(scope, ids);
  const policies = await listPoliciesOf(scope, ids);
  const keys = await countActiveKeys(scope, scope.projectId, ids);
  return rows.map((row) => {
    const here = <T extends { endpointId: string; environment: Environment }>(list: T[], environment: Environment) =>
      list.find((entry) => entry.endpointId === row.id && entry.environment === environment);
    return resourceFrom(runtimeEndpoint, row, {
      urls: inEach((environment) => {
        const origin = originOf(app.settings, row.kind, environment, projectSlug);
        return [origin, row.kind, environment, projectSlug, row.slug].join("/");
      }),
      limits: pickFields(endpointLimits, row),
      deployed: inEach((environment) => here(served, environment) !== undefined),
      policy: inEach((environment) => {
        const policy = here(policies, environment);
        const activeKeys = here(keys, environment)?.keys ?? 0;
        return { mode: policy?.caller.mode ?? "api-key", activeKeys, ...stopOf(policy) };
      }),
    });
  });
}

export async function describeEndpoint(
  scope: ProjectScope,
  app: Pick<App, "settings">,
  row: RuntimeEndpointRow,
): Promise<RuntimeEndpoint> {
  return found((await describeEndpoints(scope, app, [row]))[0]);
}
