import { linesOf, titleOf, type Message } from "./message.ts";

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
const withDetail = (text: string, detail: string) => (detail === "" ? text : `${text}. ${detail}`);

/** Slack's three control characters (Formatting text for app surfaces). */
const forSlack = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The body for an incoming webhook of Slack. */
export function slackBody(message: Message): object {
  const lines = linesOf(message).map(({ text, url, detail }) =>
    withDetail(`• <${forSlack(url)}|${forSlack(text).replaceAll("|", "¦")}>`, forSlack(detail)),
  );
  return { text: cut(`*${forSlack(titleOf(message))}*\n${lines.join("\n")}`, 30_000), unfurl_links: false };
}

/** Marks of Markdown, which names may hold. */
const forMarkdown = (text: string) => text.replaceAll(/[\\`*_{}[\]()#+|~<>@-]/g, String.raw`\$&`);

/** The body for a webhook of Discord. It mentions nobody, whatever a name says. */
export function discordBody(message: Message): object {
  const lines = linesOf(message).map(({ text, url, detail }) =>
    withDetail(`• [${forMarkdown(text)}](${url})`, forMarkdown(detail)),
  );
  return {
    embeds: [{ title: cut(titleOf(message), 250), url: message.url, description: cut(lines.join("\n"), 4_000) }],
    allowed_mentions: { parse: [] },
  };
}

/** Without what Adaptive Cards take for a link. */
const forCard = (text: string) => text.replaceAll("[", "(").replaceAll("]", ")");

/** The body for a workflow of Microsoft Teams: an Adaptive Card 1.4. */
export function teamsBody(message: Message): object {
  const block = (text: string, more: object = {}) => ({ type: "TextBlock", text, wrap: true, ...more });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      block(forCard(titleOf(message)), { weight: "Bolder", size: "Medium" }),
      ...linesOf(message).map(({ text, url, detail }) =>
        block(withDetail(`[${forCard(text)}](${url})`, forCard(detail))),
      ),
    ],
    actions: [{ type: "Action.OpenUrl", title: "Show all alerts", url: message.url }],
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  };
}
