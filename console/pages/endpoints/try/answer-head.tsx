import { Badge, type Tone } from "../../../components/badge.tsx";
import { duration } from "../../../components/format.ts";
import { ExecutionLink } from "./execution-link.tsx";
import type { RpcDone } from "./use-rpc.ts";
import { StatusBadge } from "./wire.tsx";

interface AnswerHeadProps extends RpcDone {
  /** What came back, in a word. */
  word: string;
  tone: Tone;
}

/** How a request ended: in a word, with its status and time, its execution, and why it was refused. */
export function AnswerHead({ exchange, answer, word, tone }: AnswerHeadProps) {
  const reached = answer?.result !== undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {reached ? <Badge tone={tone}>{word}</Badge> : <Badge tone="bad">Refused</Badge>}
        <StatusBadge status={exchange.status} />
        <span className="text-xs text-muted tabular-nums">{duration(exchange.durationMs)}</span>
        <span className="ml-auto">
          {reached && exchange.requestId && <ExecutionLink requestId={exchange.requestId} />}
        </span>
      </div>
      {answer?.error && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-soft px-3 py-2 text-sm text-bad">
          {answer.error.message} <span className="text-xs">(JSON-RPC {answer.error.code})</span>
        </p>
      )}
      {answer === null && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-soft px-3 py-2 text-sm text-bad">
          {exchange.failure ?? "The response is not a JSON-RPC message. See the raw exchange below."}
        </p>
      )}
    </>
  );
}
