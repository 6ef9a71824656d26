import type { GuestError, ResultHead } from "../../executor/protocol/messages.ts";
import type { Outcome, TerminationReason } from "../invocation.ts";
import { limits } from "../../limits.ts";
import { readWaits, type AskingCall } from "./read-waits.ts";
import { readQuestions } from "./read-questions.ts";
import { readReplyHead } from "./reply-head.ts";

const sentences: Record<TerminationReason, string> = {
  timeout: "The Function ran longer than its time limit.",
  cpu: "The Function used more CPU time than its limit.",
  memory: "The Function used more memory than its limit.",
  output: "The Function's output is too large.",
  cancelled: "The call was cancelled.",
};

export const terminated = (reason: TerminationReason, message: string = sentences[reason]): Outcome => ({
  kind: "terminated",
  reason,
  message,
});

export const failed = (message: string, stack: string | null = null): Outcome => ({
  kind: "threw",
  code: "FUNCTION_ERROR",
  message,
  safe: false,
  status: null,
  details: undefined,
  stack,
});

const codePattern = /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/;

function threw(text: string): Outcome {
  const error = JSON.parse(text) as Record<keyof GuestError, unknown>;
  if (error.outOfMemory === true) return terminated("memory");
  const message = String(error.message).slice(0, 4_096);
  const stack = typeof error.stack === "string" ? error.stack.slice(0, 16_384) : null;
  if (error.safe !== true || typeof error.code !== "string" || !codePattern.test(error.code))
    return failed(message, stack);
  const { status, requiredCapability } = error;
  return {
    kind: "threw",
    code: error.code,
    message,
    safe: true,
    ...(error.ofPlatform === true ? { ofPlatform: true } : {}),
    status: typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599 ? status : null,
    details: error.details,
    stack,
    ...(typeof requiredCapability === "string" ? { requiredCapability } : {}),
  };
}

const shownBodyBytes = 64 * 1024;

function httpReply(head: string, body: Buffer): Outcome {
  const { status, headers } = readReplyHead(JSON.parse(head));
  const text = body.length <= shownBodyBytes && Buffer.from(body.toString()).equals(body);
  return {
    kind: "returned",
    // For the record: the response itself leaves as bytes.
    outputJson: JSON.stringify({ status, headers, body: text ? body.toString() : `[${body.length} bytes]` }),
    reply: { kind: "http", status, headers, body },
  };
}

const unreadable = "The Function's response could not be read.";

/** Only an attempt of a durable run can wait, and a call whose client can ask. */
function suspended(text: Buffer, invocation: AskingCall): Outcome {
  if (invocation.run === undefined && invocation.mcp?.asks !== undefined)
    return text.length > limits.waitBytes ? terminated("output") : readQuestions(text.toString());
  if (invocation.run?.durable !== true) return failed(unreadable);
  if (text.length > limits.waitBytes) return terminated("output");
  const waits = readWaits(text.toString(), invocation);
  return Array.isArray(waits) ? { kind: "suspended", waits } : waits;
}

/** Reads how a call ended. The texts come from the guest: whatever they contain, the result is an Outcome. */
export function readOutcome(head: ResultHead, parts: Buffer[], invocation: AskingCall): Outcome {
  if (head.kind === "terminated") return terminated(head.reason ?? "cancelled");
  const text = parts[1]!;
  const body = parts[3]!;
  if (text.length > limits.outputBytes || body.length > limits.outputBytes) return terminated("output");
  try {
    switch (head.kind) {
      case "value":
        return { kind: "returned", outputJson: text.toString(), reply: null };
      case "mcp":
        return { kind: "returned", outputJson: text.toString(), reply: { kind: "mcp", contentJson: text.toString() } };
      case "suspended":
        return suspended(text, invocation);
      case "http":
        return httpReply(parts[2]!.toString(), body);
      default:
        return threw(text.toString());
    }
  } catch {
    return failed(unreadable);
  }
}
