import { identifier } from "@ferrule/kit/identifier.ts";
import type { App } from "../../../ground/app.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { findChannel, lockChannel, type ChannelRow } from "../queries/channels.ts";
import { insertTest, readNames } from "../queries/messages.ts";
import { consoleLink } from "../sending/console-link.ts";
import { describeNotTold } from "../sending/not-told.ts";
import { sendTo } from "../sending/send-to.ts";

async function send(app: App, channel: ChannelRow, id: string) {
  const project = await app.store.inInstallation((scope) => readNames(scope, channel.projectId), { readOnly: true });
  const none = { firing: [], firingCount: 0, resolved: [], resolvedCount: 0, rules: new Map() };
  const url = consoleLink(app.settings.publicUrl, channel.projectId, "/alerts");
  try {
    const message = { ...none, id, kind: "test" as const, project: found(project), url };
    return { status: "sent" as const, answer: await sendTo(app, channel, message), reason: null };
  } catch (error) {
    const { sentence, answer } = describeNotTold(error);
    return { status: "failed" as const, answer, reason: sentence };
  }
}

/** Sends a test message at once, also while the channel is off, and notes it in the log. Returns 200 even if it fails. */
export const testAlertChannel: Handlers["testAlertChannel"] = async ({ app, params, read, write }) => {
  const channel = await read(async (scope) => found(await findChannel(scope, params.channelId)));
  const id = identifier("alm");
  const { status, answer, reason } = await send(app, channel, id);
  return write(async (scope) => {
    const { name } = found(await lockChannel(scope, channel.id));
    await insertTest(scope, { id, channelId: channel.id, status, answer, reason });
    const audit = { kind: "alert-channel", id: channel.id, name, changes: { status, answer } };
    return { answer: { ok: status === "sent", message: reason ?? "It took the test." }, audit };
  });
};
