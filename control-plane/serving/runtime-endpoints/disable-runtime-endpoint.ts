import type { Handlers } from "../../ground/handler/handler.ts";
import { changeStatus } from "./change-status.ts";

/** Disables an endpoint. Within a second, its callers get 403 ENDPOINT_DISABLED. */
export const disableRuntimeEndpoint: Handlers["disableRuntimeEndpoint"] = (context) =>
  changeStatus(context, "disabled");
