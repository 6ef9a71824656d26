import { useEffect, useRef, useState } from "react";
import { readAgainAfter } from "../../api/api.ts";
import { count, counted } from "../../components/format.ts";
import { Note } from "../../components/note.tsx";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { errorText } from "../../components/show/error-text.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import type { BulkAct, Noun } from "./bulk-act.ts";
import { runEach, type Ended, type Failed } from "./run-each.ts";

interface BulkQuestionProps<Row> extends BulkProps<Row> {
  act: BulkAct<Row>;
  /** How many chosen rows it leaves as they are. */
  left: number;
  noun: Noun;
  nameOf: (row: Row) => string;
  onClose: () => void;
}

interface Outcome<Row> extends Ended<Row> {
  /** How many rows there were. */
  all: number;
}

/** This many names are said for each reason. */
const mostNames = 8;

/** The names for each reason why it failed. */
function reasonsOf<Row>(failed: readonly Failed<Row>[], nameOf: (row: Row) => string): [string, string][] {
  const reasons = Map.groupBy(failed, ({ error }) => errorText(error).message);
  return [...reasons].map(([reason, rows]) => {
    const more = rows.length - mostNames;
    const names = rows.slice(0, mostNames).map(({ row }) => nameOf(row));
    return [reason, `${names.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`];
  });
}

/** `12 of 40 deleted; 1 failed; 27 not begun`. */
function textOf<Row>({ all, failed, left }: Outcome<Row>, done: string): string {
  const [bad, rest] = [failed.length, left.length];
  return `${count(all - bad - rest)} of ${count(all)} ${done}${bad > 0 ? `; ${count(bad)} failed` : ""}${rest > 0 ? `; ${count(rest)} not begun` : ""}`;
}

interface ResultProps<Row> {
  outcome: Outcome<Row>;
  done: string;
  nameOf: (row: Row) => string;
}

/** How many were changed, and why the others were not. */
const Result = <Row,>({ outcome, done, nameOf }: ResultProps<Row>) => (
  <Note role="status" tone={outcome.failed.length > 0 ? "bad" : "neutral"} title={textOf(outcome, done)}>
    {outcome.failed.length > 0 && (
      <ul className="grid gap-1">
        {reasonsOf(outcome.failed, nameOf).map(([reason, names]) => (
          <li key={reason} className="break-words">
            {names}: {reason}
          </li>
        ))}
      </ul>
    )}
  </Note>
);

/** Calls the act for each row until it is stopped, which leaving the page does, too. */
function useRun<Row>({ act, choose, noun, onClose }: BulkQuestionProps<Row>) {
  const [running, setRunning] = useState<{ all: number; ended: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome<Row> | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      stop.current?.();
    };
  }, []);
  const run = async (rows: readonly Row[]) => {
    const all = rows.length;
    const stopping = new AbortController();
    stop.current = () => stopping.abort();
    setRunning({ all, ended: 0 });
    const onEnded = (ended: number) => setRunning({ all, ended });
    const ended = { all, ...(await runEach(rows, act.call, { signal: stopping.signal, onEnded })) };
    stop.current = null;
    await Promise.allSettled([readAgainAfter(act.operation), act.after?.()]);
    setRunning(null);
    setOutcome(ended);
    const again = [...ended.failed.map(({ row }) => row), ...ended.left];
    choose(again);
    if (again.length > 0) {
      // Nobody sees the dialog any more.
      if (!isShown.current)
        toast(textOf(ended, act.done), `Leaving the page stopped it. The other ${noun[1]} are as they were.`);
      return;
    }
    toast(`${counted(all, ...noun)} ${act.done}`);
    onClose();
  };
  return { running, outcome, run, stop: () => stop.current?.() };
}

/** Asks before something is done to many rows, does it, and says for which it failed. These stay chosen. */
export function BulkQuestion<Row>(props: BulkQuestionProps<Row>) {
  const { act, rows, left, noun, nameOf, onClose } = props;
  const { verb, done, description, consequences = [], kind = "danger", isFinal, choice } = act;
  const { running, outcome, run, stop } = useRun(props);
  const what = counted(running?.all ?? rows.length, ...noun);
  const again = outcome === null ? 0 : outcome.failed.length + outcome.left.length;
  return (
    <ConfirmDialog
      // What is typed counts for one attempt.
      key={again}
      open
      onClose={running === null ? onClose : stop}
      title={`${verb} ${what}?`}
      description={`${description}${left === 0 ? "" : ` ${count(left)} of the selected ${left === 1 ? "is" : "are"} left as ${left === 1 ? "it is" : "they are"}.`}`}
      consequences={consequences}
      kind={kind}
      {...(isFinal === true && { typedName: what })}
      confirmLabel={running === null ? `${verb} ${what}` : `${count(running.ended)} of ${count(running.all)}`}
      cancelLabel={running === null ? "Cancel" : "Stop"}
      notReady={choice?.missing}
      busy={running !== null}
      onConfirm={() => void run(rows)}
    >
      {choice?.control}
      {outcome !== null && again > 0 && <Result outcome={outcome} done={done} nameOf={nameOf} />}
    </ConfirmDialog>
  );
}
