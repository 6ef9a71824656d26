import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { App } from "../../../ground/app.ts";
import { findChannel, noteAttempt } from "../queries/channels.ts";
import { claimMessages, endMessage, removeMessage, type ClaimedMessage } from "../queries/messages.ts";
import { describeNotTold } from "./not-told.ts";
import { sendTo } from "./send-to.ts";
import { writeMessage } from "./write-message.ts";

const mostAtOnce = 20;
/** Longer than any attempt takes. A killed replica holds a message no longer than this. */
const leaseMs = 180_000;
const longestPauseMs = 3_600_000;

/** The pause after so many attempts: 5 seconds, doubling up to an hour, with a random part. */
const pauseAfter = (attempts: number) =>
  Math.min(5_000 * 2 ** Math.min(attempts - 1, 20), longestPauseMs) * (0.8 + Math.random() * 0.4);

/** The channel of a message, and what the message says; null if either is gone. */
async function prepare({ store, settings }: App, claimed: ClaimedMessage) {
  const message = await store.inInstallation((scope) => writeMessage({ settings }, scope, claimed), { readOnly: true });
  const channel = await store.inProject(claimed.projectId, (scope) => findChannel(scope, claimed.channelId), {
    readOnly: true,
  });
  return message === null || channel === undefined ? null : { message, channel };
}

/** Makes one attempt. Whatever comes of it is noted at the message and at its channel. */
async function attempt(app: App, claimed: ClaimedMessage): Promise<void> {
  const prepared = await prepare(app, claimed);
  if (prepared === null) return app.store.inInstallation((scope) => removeMessage(scope, claimed.id));
  const { message, channel } = prepared;
  try {
    const answer = await sendTo(app, channel, message);
    await app.store.inInstallation(async (scope) => {
      await endMessage(scope, claimed, { status: "sent", answer, reason: null });
      await noteAttempt(scope, channel.id, null);
    });
  } catch (error) {
    const { sentence, answer, retryAfterMs } = describeNotTold(error);
    const retryMs = Math.max(pauseAfter(claimed.attempts), retryAfterMs);
    const isOver = sharedNow() + retryMs > claimed.giveUpAt.getTime();
    app.log.warn({ channel: channel.id, reason: sentence, isOver }, "a channel of alerts was not told");
    await app.store.inInstallation(async (scope) => {
      await endMessage(scope, claimed, { status: isOver ? "failed" : "waiting", answer, reason: sentence, retryMs });
      await noteAttempt(scope, channel.id, sentence);
    });
  }
}

/** Sends the messages that are due. Several replicas may do this at once. */
export async function sendMessages(app: App): Promise<void> {
  let claimed: ClaimedMessage[];
  do {
    claimed = await app.store.inInstallation((scope) => claimMessages(scope, mostAtOnce, leaseMs));
    await Promise.all(claimed.map((one) => attempt(app, one)));
  } while (claimed.length > 0 && !app.closing.aborted);
}
