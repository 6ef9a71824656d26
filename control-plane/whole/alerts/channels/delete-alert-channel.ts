import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { requireRevision } from "../../../ground/handler/require-revision.ts";
import { lockChannel, removeChannel } from "../queries/channels.ts";
import { auditedChannel } from "./describe-channel.ts";

/** Removes a channel, with its messages. An attempt that is under way may still arrive. */
export const deleteAlertChannel: Handlers["deleteAlertChannel"] = async ({ scope, params, ifMatch }) => {
  const row = found(await lockChannel(scope, params.channelId));
  requireRevision(ifMatch, row.revision);
  await removeChannel(scope, row.id);
  return { answer: undefined, audit: auditedChannel(row, null) };
};
