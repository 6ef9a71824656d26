import { PublicError } from "@ferrule/contract/errors.ts";
import { insertFirstPolicies } from "../auth-policies/queries.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { violates } from "../../ground/store/constraint.ts";
import { auditedEndpoint } from "./audited-endpoint.ts";
import { describeEndpoint } from "./describe-endpoints.ts";
import { insertEndpoint } from "./queries.ts";
import { requireTools } from "./require-tools.ts";

/** Creates an endpoint with its two policies. 409 CONFLICT when the slug is taken in the Project. */
export const createRuntimeEndpoint: Handlers["createRuntimeEndpoint"] = async ({ app, scope, body }) => {
  const { limits, ...texts } = body;
  requireTools(body.kind, body.unknownArguments);
  const row = await insertEndpoint(scope, { ...texts, ...limits, name: body.name ?? body.slug }).catch(
    (error: unknown) => {
      if (!violates(error, "runtime_endpoints_slug_taken")) throw error;
      throw new PublicError("CONFLICT", "This Project has a runtime endpoint with this slug already.");
    },
  );
  await insertFirstPolicies(scope, row.id);
  return { answer: await describeEndpoint(scope, app, row), audit: auditedEndpoint(null, row) };
};
