import { PublicError } from "@ferrule/contract/errors.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import { violates } from "../../../ground/store/constraint.ts";
import { countChannels, insertChannel } from "../queries/channels.ts";
import { sealTarget } from "../sending/target-seal.ts";
import { addressOf, auditedChannel, describeChannel } from "./describe-channel.ts";

/** Each alert is written for every channel that tells it. */
const mostChannels = 50;

/** The error of a name that another channel has; any other error stays as it is. */
export const asTaken = (error: unknown): unknown =>
  violates(error, "alert_channels_name_taken")
    ? new PublicError("CONFLICT", "The Project has a channel of this name already.", {
        details: { fields: ["name"] },
        cause: error,
      })
    : error;

/** Adds a place where the Project is told of alerts, from the next one on. What leads there is sealed. */
export const createAlertChannel: Handlers["createAlertChannel"] = async ({ app, scope, body }) => {
  const { target, ...settings } = body;
  if ((await countChannels(scope)) >= mostChannels) {
    const message = `must not be one of more than ${mostChannels} channels`;
    throw validationError([{ path: "body.name", message }]);
  }
  const id = identifier("alc");
  const sealed = await sealTarget(app, { id, projectId: scope.projectId, version: 1 }, target);
  const row = await insertChannel(scope, {
    id,
    ...settings,
    kind: target.kind,
    address: addressOf(target),
    ...sealed,
  }).catch((error: unknown) => {
    throw asTaken(error);
  });
  return { answer: describeChannel(row), audit: auditedChannel(null, row) };
};
