import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { changeStatus } from "./change-status.ts";

/** Its callers get 403 ENDPOINT_DISABLED within a second. */
export const disableRuntimeEndpoint: Handler<Operations["disableRuntimeEndpoint"]> = (context) =>
  changeStatus(context, "disabled");
