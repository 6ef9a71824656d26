import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { describeSecret } from "./describe-secrets.ts";
import { findSecret } from "./queries/secrets.ts";

export const getSecret: Handlers["getSecret"] = async ({ scope, params }) =>
  describeSecret(scope, found(await findSecret(scope, params.secretId)));
