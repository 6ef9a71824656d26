import { ShieldAlert, ShieldCheck } from "lucide-react";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { count } from "../../components/format.ts";
import { Note } from "../../components/note.tsx";

interface VerifyChainProps {
  answer: { valid: boolean; checked: number; firstInvalidSequence: number | null } | undefined;
  error: Error | null;
  onDismiss: () => void;
}

/** The result of verifying the chain. */
export function VerifyChain({ answer, error, onDismiss }: VerifyChainProps) {
  if (error) return <ErrorNote error={error} />;
  if (answer === undefined) return null;
  const dismiss = (
    <Button size="sm" kind="quiet" onClick={onDismiss}>
      Dismiss
    </Button>
  );
  return answer.valid ? (
    <Note role="status" tone="good" icon={ShieldCheck} title="The chain is intact" action={dismiss}>
      {count(answer.checked)} sealed events are unchanged: none was altered, removed or moved.
    </Note>
  ) : (
    <Note role="status" tone="bad" icon={ShieldAlert} title="The chain is broken" action={dismiss}>
      Event {answer.firstInvalidSequence} was changed after it was sealed, or an earlier event is missing.{" "}
      {count(answer.checked)} events before it are intact. Compare an earlier export with the log from this event on.
    </Note>
  );
}
