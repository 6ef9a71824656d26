import { approvalWarning } from "@ferrule/contract/permissions/approval-warning.ts";
import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";
import { checkApprovals } from "./check-approvals.ts";
import { checkCaller, filledCaller } from "./check-caller.ts";
import { describePolicy } from "./describe-policies.ts";
import { changePolicy, lockPolicy, type AuthPolicyRow } from "./queries.ts";

const policyFields = ({ caller, permissions, allowedOrigins, allowedAddresses, limits, approvals }: AuthPolicyRow) => ({
  caller,
  permissions,
  allowedOrigins,
  allowedAddresses,
  limits,
  approvals,
});

/** Replaces the policy of one environment; live within a second, without a deployment. */
export const replaceAuthPolicy: Handlers["replaceAuthPolicy"] = async ({ scope, params, body, ifMatch }) => {
  const { environment, ...given } = body;
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  checkCaller(given.caller, environment, { kind: endpoint.kind, permissions: given.permissions });
  checkApprovals(given.approvals, endpoint.kind);
  const before = found(await lockPolicy(scope, endpoint.id, environment));
  requireRevision(ifMatch, before.revision);
  const row = await changePolicy(scope, before.id, { ...given, caller: filledCaller(given.caller) });
  const warning = approvalWarning({ environment, endpoint: endpoint.slug }, before.approvals, row.approvals);
  return {
    answer: { ...(await describePolicy(scope, row)), warnings: warning === null ? [] : [warning] },
    audit: {
      kind: "auth-policy",
      id: row.id,
      name: `${endpoint.slug} in ${environment}`,
      changes: auditedChanges(policyFields(before), policyFields(row)),
    },
  };
};
