import type { AlertTarget } from "@ferrule/contract/resources/alert-channel.ts";
import type { App } from "../../../ground/app.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { requireRevision } from "../../../ground/handler/require-revision.ts";
import { changeChannel, lockChannel, type ChannelRow } from "../queries/channels.ts";
import { sealTarget } from "../sending/target-seal.ts";
import { asTaken } from "./create-alert-channel.ts";
import { addressOf, auditedChannel, describeChannel } from "./describe-channel.ts";

/** The columns of a new target. Failures of the old one say nothing of it. */
async function sealed(app: App, { id, projectId, version: before }: ChannelRow, target: AlertTarget) {
  const version = before + 1;
  const columns = await sealTarget(app, { id, projectId, version }, target);
  const fresh = { failures: 0, failedAt: null, failure: null };
  return { version, kind: target.kind, address: addressOf(target), ...fresh, ...columns };
}

/** Changes a channel. What waits for it is told by the new settings. */
export const updateAlertChannel: Handlers["updateAlertChannel"] = async ({ app, scope, params, body, ifMatch }) => {
  const before = found(await lockChannel(scope, params.channelId));
  requireRevision(ifMatch, before.revision);
  const { target, ...settings } = body;
  const changes = { ...settings, ...(target === undefined ? {} : await sealed(app, before, target)) };
  const row = await changeChannel(scope, before.id, changes).catch((error: unknown) => {
    throw asTaken(error);
  });
  return { answer: describeChannel(row), audit: auditedChannel(before, row) };
};
