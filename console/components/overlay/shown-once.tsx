import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { CopyButton } from "../button/copy-button.tsx";
import { Dialog } from "./dialog.tsx";

interface ShownOnceProps {
  /** The name of the value, for a screen reader: `API token`. */
  label: string;
  value: string;
  /** What to do with the value. */
  children: ReactNode;
}

/** A value that nobody can look up again, to copy now. */
export const ShownOnce = ({ label, value, children }: ShownOnceProps) => (
  <div className="grid gap-2">
    <p className="text-sm text-muted">{children}</p>
    <div className="flex items-center gap-1 rounded-md border border-good-line bg-good-soft py-1 pr-1 pl-3">
      <code
        aria-label={label}
        role="textbox"
        aria-readonly
        tabIndex={0}
        className="min-w-0 flex-1 font-mono text-sm break-all"
      >
        {value}
      </code>
      <CopyButton text={value} label={`Copy the ${label}`} size="md" />
    </div>
  </div>
);

interface ShownOnceDialogProps extends ShownOnceProps {
  /** What has happened: `CI was created`. */
  title: string;
  onClose: () => void;
}

/** The same in a dialog. Neither Esc nor a click outside closes it. */
export const ShownOnceDialog = ({ title, onClose, ...shown }: ShownOnceDialogProps) => (
  <Dialog
    open
    title={title}
    footer={
      <Button kind="primary" onClick={onClose}>
        I have copied it
      </Button>
    }
  >
    <ShownOnce {...shown} />
  </Dialog>
);
