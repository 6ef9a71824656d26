import type { Handlers } from "../../ground/handler/handler.ts";
import { changeStop } from "./change-stop.ts";

/** Stops an endpoint in one environment. Within a second, its callers get 503 ENDPOINT_STOPPED there. */
export const stopRuntimeEndpoint: Handlers["stopRuntimeEndpoint"] = (context) =>
  changeStop(context, context.body.environment, { by: context.actor.email, reason: context.body.reason });
