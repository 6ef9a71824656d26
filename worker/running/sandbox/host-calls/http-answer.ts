import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { AnswerHead, AnswerSink } from "../call/invocation.ts";
import { readReplyHead } from "../call/outcome/reply-head.ts";
import { limits } from "../limits.ts";
import type { HostCall, HostCallContext } from "./host-call.ts";

function sinkOf({ invocation }: HostCallContext): AnswerSink {
  if (invocation.answerSink !== undefined) return invocation.answerSink;
  throw new HostCallError("UNAVAILABLE", "Only the answer of an HTTP route can be a stream.");
}

function headOf(argument: unknown): AnswerHead {
  try {
    return readReplyHead(argument);
  } catch (cause) {
    throw new HostCallError("VALIDATION_ERROR", "The stream has a head that cannot be sent.", { cause });
  }
}

/** `http.open`: sends the head of a streamed response, once. From then on, the call cannot start again elsewhere. */
export const httpOpen: HostCall = (argument, _bytes, context) => {
  const sink = sinkOf(context);
  if (sink.opened) throw new HostCallError("VALIDATION_ERROR", "This call has already begun its response.");
  const head = headOf(argument);
  context.touch();
  return Promise.resolve({ value: { wanted: sink.open(head, context.cancel) } });
};

/** `http.write`: sends a chunk of a streamed response. It returns when the client has room for more. */
export const httpWrite: HostCall = async (_argument, bytes, context) => {
  if (bytes.byteLength > limits.chunkBytes) throw new HostCallError("LIMIT_EXCEEDED", "The chunk is too large.");
  await sinkOf(context).write(bytes);
  return {};
};
