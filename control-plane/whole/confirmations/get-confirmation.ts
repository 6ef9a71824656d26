import type { Handlers } from "../../ground/handler/handler.ts";
import { describeConfirmation } from "./describe-confirmation.ts";

export const getConfirmation: Handlers["getConfirmation"] = ({ scope, actor, params }) =>
  describeConfirmation(scope, params.confirmationId, actor);
