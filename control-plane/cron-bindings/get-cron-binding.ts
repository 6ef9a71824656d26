import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { describeCronBinding } from "./describe-cron-bindings.ts";
import { findCronBinding } from "./records.ts";

export const getCronBinding: Handler<Operations["getCronBinding"]> = async ({ scope, params }) =>
  describeCronBinding(scope, found(await findCronBinding(scope, params.cronBindingId)));
