import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { changeStatus } from "./change-status.ts";

/** Undoes a disable. */
export const enableRuntimeEndpoint: Handler<Operations["enableRuntimeEndpoint"]> = (context) =>
  changeStatus(context, "active");
