import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import type { OutputForm } from "../../../calls/admission/function-call.ts";

/** One of the `messages` of a result of `prompts/get`. */
export interface Message {
  role: "user" | "assistant";
  content: Record<string, unknown>;
}

/** What a Function returned for a prompt. */
export interface OutputMessages extends OutputForm {
  /** After `problems` has found none. */
  readonly prompt: { description: string | null; messages: readonly Message[] };
}

/** The most messages of one prompt. */
const mostMessages = 1_000;

const areTexts = (values: readonly unknown[]) => values.every((value) => typeof value === "string");

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** RFC 6838, with parameters. */
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;.*)?$/;

const isBase64 = (value: unknown) => typeof value === "string" && value.length % 4 === 0 && base64.test(value);
const isMedia = ({ data, mimeType }: Record<string, unknown>) =>
  isBase64(data) && typeof mimeType === "string" && mediaType.test(mimeType);

/** For each type of a content block, what it needs (MCP 2025-11-25, ContentBlock). */
const blockNeeds: Readonly<Record<string, (block: Record<string, unknown>) => boolean>> = {
  __proto__: null as never,
  text: ({ text }) => areTexts([text]),
  image: isMedia,
  audio: isMedia,
  resource_link: ({ uri, name }) => areTexts([uri, name]),
  resource: ({ resource }) =>
    isObject(resource) &&
    areTexts([resource["uri"], resource["mimeType"]]) &&
    ("text" in resource ? typeof resource["text"] === "string" : isBase64(resource["blob"])),
};

/** An embedded resource must say its type (MCP 2025-11-25, Prompts, "Embedded Resources"). */
function asBlock(content: unknown): unknown {
  if (typeof content === "string") return { type: "text", text: content };
  if (!isObject(content) || content["type"] !== "resource" || !isObject(content["resource"])) return content;
  const mimeType = "text" in content["resource"] ? "text/plain" : "application/octet-stream";
  return { ...content, resource: { mimeType, ...content["resource"] } };
}

const isBlock = (content: unknown): content is Record<string, unknown> =>
  isObject(content) && typeof content["type"] === "string" && blockNeeds[content["type"]]?.(content) === true;

/** One message; several if its content is a list of blocks. */
function readMessage(given: unknown): { role: unknown; content: unknown }[] {
  if (!isObject(given)) return [{ role: null, content: null }];
  const { role, content } = given;
  return [content].flat().map((one) => ({ role, content: asBlock(one) }));
}

function problemOf({ role, content }: { role: unknown; content: unknown }): string | null {
  if (role !== "user" && role !== "assistant") return "needs a role: user or assistant";
  return isBlock(content) ? null : "needs a content: a text, or a content block";
}

interface Read {
  description: string | null;
  messages: { role: unknown; content: unknown }[];
}

const fromUser = (content: unknown) => ({ role: "user", content });

/** The returned value as messages, before they are checked; a text: why it is none. */
function readOutput(output: unknown, hasBlocks: boolean): Read | string {
  if (typeof output === "string") return { description: null, messages: [fromUser(asBlock(output))] };
  if (!isObject(output)) return "must be a text, or an object with messages";
  if (hasBlocks && Array.isArray(output["content"]))
    return { description: null, messages: output["content"].map(fromUser) };
  const { description = null, messages } = output;
  if (!Array.isArray(messages) || messages.length === 0) return "must be a text, or an object with messages";
  if (description !== null && typeof description !== "string") return "has a description that is not a text";
  return { description, messages: messages.flatMap(readMessage) };
}

/**
 * Reads what a Function returned for a prompt: a text, which is one message of the user; content blocks, one message
 * each; or an object with messages.
 */
export function outputMessages(): OutputMessages {
  let prompt: OutputMessages["prompt"] = { description: null, messages: [] };
  return {
    usesSchema: true,
    get prompt() {
      return prompt;
    },
    problems(output, reply) {
      const read = readOutput(output, reply?.kind === "mcp");
      if (typeof read === "string") return [{ path: "output", message: read }];
      const { description, messages } = read;
      if (messages.length > mostMessages)
        return [{ path: "output.messages", message: `has more than ${mostMessages} messages` }];
      const issues = messages.flatMap((one, at): Issue[] => {
        const message = problemOf(one);
        return message === null ? [] : [{ path: `output.messages.${at}`, message }];
      });
      if (issues.length > 0) return issues.slice(0, 20);
      prompt = { description, messages: messages as Message[] };
      return null;
    },
  };
}
