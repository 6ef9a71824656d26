import type { Handlers } from "../../ground/handler/handler.ts";
import { changeStop } from "./change-stop.ts";

/** Undoes a stop. */
export const resumeRuntimeEndpoint: Handlers["resumeRuntimeEndpoint"] = (context) =>
  changeStop(context, context.body.environment, null);
