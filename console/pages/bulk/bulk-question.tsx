import { useState } from "react";
import { readAgainAfter } from "../../api/api.ts";
import { count, counted } from "../../components/format.ts";
import { Note } from "../../components/note.tsx";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { errorText } from "../../components/show/error-text.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import type { BulkAct, Noun } from "./bulk-act.ts";
import { runEach, type Failed } from "./run-each.ts";

interface BulkQuestionProps<Row> extends BulkProps<Row> {
  act: BulkAct<Row>;
  /** How many chosen rows it leaves as they are. */
  left: number;
  noun: Noun;
  nameOf: (row: Row) => string;
  onClose: () => void;
}

interface Outcome<Row> {
  all: number;
  failed: readonly Failed<Row>[];
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

/** How many were changed, and why the others were not. */
const Result = <Row,>({
  outcome: { all, failed },
  done,
  nameOf,
}: {
  outcome: Outcome<Row>;
  done: string;
  nameOf: (row: Row) => string;
}) => (
  <Note
    role="status"
    tone="bad"
    title={`${count(all - failed.length)} of ${count(all)} ${done}; ${count(failed.length)} failed`}
  >
    <ul className="grid gap-1">
      {reasonsOf(failed, nameOf).map(([reason, names]) => (
        <li key={reason} className="break-words">
          {names}: {reason}
        </li>
      ))}
    </ul>
  </Note>
);

/** Asks before something is done to many rows, does it, and says for which it failed. These stay chosen. */
export function BulkQuestion<Row>({ act, rows, left, choose, noun, nameOf, onClose }: BulkQuestionProps<Row>) {
  const { verb, done, description, consequences = [], kind = "danger", isFinal, choice } = act;
  const [running, setRunning] = useState<{ all: number; ended: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome<Row> | null>(null);
  const what = counted(running?.all ?? rows.length, ...noun);
  const run = async () => {
    const all = rows.length;
    setRunning({ all, ended: 0 });
    const failed = await runEach(rows, act.call, (ended) => setRunning({ all, ended }));
    await Promise.allSettled([readAgainAfter(act.operation), act.after?.()]);
    setRunning(null);
    setOutcome({ all, failed });
    choose(failed.map(({ row }) => row));
    if (failed.length > 0) return;
    toast(`${what} ${done}`);
    onClose();
  };
  return (
    <ConfirmDialog
      // What is typed counts for one attempt.
      key={outcome?.failed.length}
      open
      onClose={running === null ? onClose : () => undefined}
      title={`${verb} ${what}?`}
      description={`${description}${left === 0 ? "" : ` ${count(left)} of the selected ${left === 1 ? "is" : "are"} left as ${left === 1 ? "it is" : "they are"}.`}`}
      consequences={consequences}
      kind={kind}
      {...(isFinal === true && { typedName: what })}
      confirmLabel={running === null ? `${verb} ${what}` : `${count(running.ended)} of ${count(running.all)}`}
      notReady={choice?.missing}
      busy={running !== null}
      onConfirm={() => void run()}
    >
      {choice?.control}
      {outcome !== null && outcome.failed.length > 0 && <Result outcome={outcome} done={done} nameOf={nameOf} />}
    </ConfirmDialog>
  );
}
