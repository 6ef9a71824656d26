import type { Handlers } from "../../ground/handler/handler.ts";
import { changeStatus } from "./change-status.ts";

/** Its callers get 403 ENDPOINT_DISABLED within a second. */
export const disableRuntimeEndpoint: Handlers["disableRuntimeEndpoint"] = (context) =>
  changeStatus(context, "disabled");
