import type { AlertMessage } from "@ferrule/contract/resources/alert-channel.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { newestPage } from "../../../ground/handler/list-page.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { findChannel, listNewestChannels } from "../queries/channels.ts";
import { listMessageRows, type ListedMessage } from "../queries/messages.ts";
import { describeChannel } from "./describe-channel.ts";

/** The Project's channels, newest first, without what leads there. */
export const listAlertChannels: Handlers["listAlertChannels"] = ({ scope, query }) =>
  newestPage(
    query,
    `alert-channels:${scope.projectId}`,
    (limit, before) => listNewestChannels(scope, {}, limit, before),
    (rows) => rows.map(describeChannel),
  );

export const getAlertChannel: Handlers["getAlertChannel"] = async ({ scope, params }) =>
  describeChannel(found(await findChannel(scope, params.channelId)));

const toMessage = (row: ListedMessage): AlertMessage => ({
  id: row.id,
  channel: { id: row.channelId, name: row.channelName, kind: row.channelKind },
  kind: row.kind,
  status: row.status,
  firing: row.firing,
  resolved: row.resolved,
  attempts: row.attempts,
  dueAt: row.status === "waiting" ? row.dueAt.toISOString() : null,
  answer: row.answer,
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

/** What channels were told, and what waits, newest first. */
export const listAlertMessages: Handlers["listAlertMessages"] = ({ scope, query }) => {
  const { channelId = "", status = "" } = query;
  return newestPage(
    query,
    `alert-messages:${scope.projectId}:${channelId}:${status}`,
    (limit, before) => listMessageRows(scope, query, limit, before),
    (rows) => rows.map(toMessage),
  );
};
