import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { AlertTarget } from "@ferrule/contract/resources/alert-channel.ts";
import type { App } from "../../../ground/app.ts";
import type { Sealed } from "../../../ground/sealing/seal-context.ts";
import { discordBody, slackBody, teamsBody } from "./chat-bodies.ts";
import type { Message } from "./message.ts";
import { pagerdutyEvents } from "./pagerduty-events.ts";
import { postMessage } from "./post-message.ts";
import { sendMail } from "./send-mail.ts";
import { openTarget } from "./target-seal.ts";
import { webhookRequest } from "./webhook-request.ts";

type Send<K extends AlertTarget["kind"]> = (
  app: Pick<App, "settings">,
  target: Extract<AlertTarget, { kind: K }>,
  message: Message,
) => Promise<string>;

const senders: { [K in AlertTarget["kind"]]: Send<K> } = {
  slack: ({ settings }, { url }, message) => postMessage(settings, url, JSON.stringify(slackBody(message))),
  teams: ({ settings }, { url }, message) => postMessage(settings, url, JSON.stringify(teamsBody(message))),
  discord: ({ settings }, { url }, message) => postMessage(settings, url, JSON.stringify(discordBody(message))),
  async pagerduty({ settings }, { url, routingKey }, message) {
    let answer = "";
    for (const event of pagerdutyEvents(message, routingKey))
      answer = await postMessage(settings, url, JSON.stringify(event));
    return answer;
  },
  webhook({ settings }, { url, secret }, message) {
    const { body, headers } = webhookRequest(message, secret, sharedNow());
    return postMessage(settings, url, body, headers);
  },
  email: ({ settings }, target, message) => sendMail(settings, target, message),
};

/**
 * Sends a message to a channel. If it throws, the channel may have the message all the same.
 * @returns the answer for the log: `HTTP 200`, `SMTP 250`
 * @throws NotTold, OutsideRefused, SealError and the errors of the connection
 */
export async function sendTo(
  app: Pick<App, "settings">,
  channel: Sealed & { id: string; projectId: string; version: number },
  message: Message,
): Promise<string> {
  const target = await openTarget(app, channel);
  return (senders[target.kind] as Send<AlertTarget["kind"]>)(app, target, message);
}
