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
  /** The things that break or are lost, one per line. */
  consequences?: readonly string[];
  /** A name to type before the button works, for actions that cannot be undone. */
  typedName?: string;
  /** The verb and its object: `Delete secret`. */
  confirmLabel: string;
  /** The button that closes; default: `Cancel`. */
  cancelLabel?: string;
  kind?: "danger" | "production" | "primary";
  /** Why the button does not work yet: something else must be chosen first. */
  notReady?: string | null | undefined;
  busy?: boolean;
  error?: Error | null;
  onConfirm: () => void;
  children?: ReactNode;
}

interface TypedNameProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
  onEnter: () => void;
}

const TypedName = ({ name, value, onChange, onEnter }: TypedNameProps) => (
  <label className="grid gap-1.5">
    <span className="text-muted">
      Type <code className="rounded-sm bg-sunken px-1 font-mono text-ink">{name}</code> to confirm
    </span>
    <input
      className={inputClass}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && onEnter()}
    />
  </label>
);

/**
 * Asks before an action that is hard to undo. It lists what breaks and, for actions that cannot be undone, requires the
 * user to type the name.
 */
export function ConfirmDialog({
  onClose,
  consequences = [],
  typedName,
  confirmLabel,
  cancelLabel = "Cancel",
  kind = "danger",
  notReady = null,
  busy = false,
  error,
  onConfirm,
  children,
  ...asked
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const reason = notReady ?? (typedName === undefined || typed === typedName ? null : `Type ${typedName} to confirm.`);
  const close = () => {
    setTyped("");
    onClose();
  };
  return (
    <Dialog
      {...asked}
      onClose={close}
      asksNothing
      size="sm"
      footer={
        <>
          <Button onClick={close}>{cancelLabel}</Button>
          <Button kind={kind} busy={busy} disabledReason={reason} onClick={onConfirm}>
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
          <TypedName
            name={typedName}
            value={typed}
            onChange={setTyped}
            onEnter={() => reason === null && !busy && onConfirm()}
          />
        )}
        {error && <ErrorNote error={error} />}
      </div>
    </Dialog>
  );
}
