import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findHttpBinding } from "./queries.ts";
import { toHttpBinding } from "./to-binding.ts";

export const getHttpBinding: Handlers["getHttpBinding"] = async ({ scope, params }) =>
  toHttpBinding(found(await findHttpBinding(scope, params.endpointId, params.bindingId)));
