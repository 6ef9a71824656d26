import type { Handlers } from "../../ground/handler/handler.ts";
import { changeStatus } from "./change-status.ts";

/** Undoes a disable. */
export const enableRuntimeEndpoint: Handlers["enableRuntimeEndpoint"] = (context) => changeStatus(context, "active");
