import { z } from "zod";
import { operation } from "./operation.ts";
import {
  alertChannel,
  alertChannelTest,
  alertMessage,
  alertMessageStatuses,
  changedAlertChannel,
  newAlertChannel,
} from "../resources/alert-channel.ts";
import { listOf, page, pathId } from "../resources/fields.ts";

const shared = { tag: "Alerts", scope: "project", whenManaged: "allowed" } as const;
const keepers = ["owner", "admin", "operator"] as const;

/** Where a Project is told of alerts, and what was told. */
export const alertChannelOperations = {
  listAlertChannels: operation({
    ...shared,
    method: "GET",
    path: "/api/alert-channels",
    summary: "List where the Project is told of alerts",
    description: "Without what leads there.",
    roles: "any",
    query: z.strictObject(page),
    response: listOf(alertChannel),
  }),
  createAlertChannel: operation({
    ...shared,
    method: "POST",
    path: "/api/alert-channels",
    summary: "Add a channel that is told of alerts",
    description: "Slack, Teams, Discord, PagerDuty, a signed webhook or e-mail.",
    roles: keepers,
    body: newAlertChannel,
    response: alertChannel,
    status: 201,
    errors: ["CONFLICT"],
    audit: "alert-channel.create",
    idempotent: true,
  }),
  getAlertChannel: operation({
    ...shared,
    method: "GET",
    path: "/api/alert-channels/:channelId",
    summary: "Get a channel, without what leads there",
    roles: "any",
    response: alertChannel,
  }),
  updateAlertChannel: operation({
    ...shared,
    method: "PATCH",
    path: "/api/alert-channels/:channelId",
    summary: "Change a channel",
    description: "Where it leads stays when no target is given.",
    roles: keepers,
    body: changedAlertChannel,
    response: alertChannel,
    errors: ["CONFLICT"],
    audit: "alert-channel.update",
    ifMatch: true,
  }),
  deleteAlertChannel: operation({
    ...shared,
    method: "DELETE",
    path: "/api/alert-channels/:channelId",
    summary: "Delete a channel, with what it was told and what still waits",
    roles: keepers,
    response: null,
    audit: "alert-channel.delete",
    ifMatch: true,
  }),
  testAlertChannel: operation({
    ...shared,
    method: "POST",
    path: "/api/alert-channels/:channelId/test",
    summary: "Send a test message, and report the answer",
    roles: keepers,
    response: alertChannelTest,
    audit: "alert-channel.test",
    transaction: "handler",
  }),
  listAlertMessages: operation({
    ...shared,
    method: "GET",
    path: "/api/alert-messages",
    summary: "List what channels were told, and what waits",
    description: "Of the last 30 days, the newest first.",
    roles: "any",
    query: z.strictObject({ ...page, channelId: pathId.optional(), status: z.enum(alertMessageStatuses).optional() }),
    response: listOf(alertMessage),
  }),
};
