import { within } from "@ferrule/kit/tracing/current-span.ts";
import { frameKinds } from "../executor/protocol/frames.ts";
import type { ReplyHead } from "../executor/protocol/messages.ts";
import { limitExceeded } from "../host-calls/dispatch.ts";
import type { HostCallContext } from "../host-calls/host-call.ts";
import { limits } from "../limits.ts";
import type { Attempt } from "../placement.ts";
import { ImpossibleFrame, mostAskedBytes, type read } from "../process/read-frame.ts";
import { isUnderWay } from "./attempt.ts";
import { abortedBy, Cancellation } from "../../../ground/cancellation.ts";
import { condemnBroken } from "./condemn.ts";
import { countHostCall } from "./count-host-call.ts";
import { boundStatement, isNoted, noteAnswer, noteHostCall } from "./note-host-call.ts";
import type { Runner } from "./runner.ts";
import { stop } from "./stop-call.ts";

interface Answer {
  ok: boolean;
  text: string;
  bytes: Uint8Array;
}

function reply({ id, call, isolate }: Attempt, op: number, answer: Answer): void {
  const head: ReplyHead = { op, ok: answer.ok, isRestartable: !call.touched };
  isolate.executor.process.send(frameKinds.reply, id, JSON.stringify(head), answer.text, answer.bytes);
}

/** Handles a host call of an attempt, within its limits. It drops a late result. */
export async function takeHostCall(
  runner: Runner,
  attempt: Attempt,
  asked: ReturnType<typeof read.hostCall>,
): Promise<void> {
  const { call, isolate } = attempt;
  const { op, name, json, bytes } = asked;
  const size = json.length + bytes.length;
  if (attempt.ops.has(op) || attempt.askedBytes + size > mostAskedBytes) {
    const error = new ImpossibleFrame("An executor has requested more than it may.");
    return condemnBroken(runner, isolate.executor, error);
  }
  if (!countHostCall(attempt, name)) return reply(attempt, op, limitExceeded);
  const dropped = new Cancellation();
  let controller: AbortController | undefined;
  attempt.ops.set(op, dropped);
  attempt.askedBytes += size;
  const note = noteHostCall(attempt, name);
  const { span } = call.invocation;
  // For `fetch`, each request has its own span.
  const step = span !== undefined && isNoted(name) ? span.child(name, "client") : undefined;
  const context: HostCallContext = {
    invocation: call.invocation,
    dropped,
    get signal() {
      return (controller ??= abortedBy(dropped)).signal;
    },
    get ended() {
      return (attempt.ending ??= new AbortController()).signal;
    },
    touch: () => {
      call.touched = true;
    },
    cancel: () => stop(runner, call, "cancelled"),
    record: (outbound) => {
      if (call.state.attempt === attempt && call.calls.length < limits.outboundCalls) call.calls.push(outbound);
    },
    noteStatement: (told) => {
      if (note !== undefined) note.statement = boundStatement(told);
    },
  };
  const result = await within(step ?? span, () => runner.dispatch(name, json, bytes, context));
  if (!result.ok) step?.fail("refused");
  step?.end();
  noteAnswer(attempt, note, result.ok);
  if (attempt.ops.get(op) !== dropped) return;
  attempt.ops.delete(op);
  attempt.askedBytes -= size;
  if (isUnderWay(attempt)) reply(attempt, op, result);
}
