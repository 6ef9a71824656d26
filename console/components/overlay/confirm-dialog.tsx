import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNote } from "../show/error-note.tsx";
import { inputClass } from "../input-class.ts";

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** `Delete the secret ORDERS_TOKEN?` */
  title: string;
  /** What happens, in a sentence. */
  description?: ReactNode;
  /** What breaks or is lost, one item a line. */
  consequences?: readonly string[];
  /** A name to type before the button works, for actions that cannot be undone. */
  typedName?: string;
  /** The verb and its object: `Delete secret`. */
  confirmLabel: string;
  kind?: "danger" | "production" | "primary";
  busy?: boolean;
  error?: Error | null;
  onConfirm: () => void;
  children?: ReactNode;
}

/**
 * Asks before an action that is not easily undone. It says what breaks, and has the name typed where there is no undo.
 */
export function ConfirmDialog({
  open,
  onClose,
  title,
  description,
  consequences = [],
  typedName,
  confirmLabel,
  kind = "danger",
  busy = false,
  error,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const matches = typedName === undefined || typed === typedName;
  const close = () => {
    setTyped("");
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={description}
      size="sm"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            kind={kind}
            busy={busy}
            disabledReason={matches ? null : `Type ${typedName} to confirm.`}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-sm">
        {consequences.length > 0 && (
          <ul className="grid gap-1 rounded-md border border-bad-line bg-bad-soft px-3 py-2 text-bad">
            {consequences.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {children}
        {typedName !== undefined && (
          <label className="grid gap-1.5">
            <span className="text-muted">
              Type <code className="rounded-sm bg-sunken px-1 font-mono text-ink">{typedName}</code> to confirm
            </span>
            <input
              className={inputClass}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => event.key === "Enter" && matches && !busy && onConfirm()}
            />
          </label>
        )}
        {error && <ErrorNote error={error} />}
      </div>
    </Dialog>
  );
}
