import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../components/button/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Skeleton } from "../../components/states.tsx";
import type { Preview } from "./preview.tsx";

interface PreviewDialogProps {
  title: string;
  description: string;
  preview: UseQueryResult<Preview>;
  action: { error: Error | null; isPending: boolean };
  kind: "primary" | "production";
  /** The verb and its object: `Release #4`. */
  confirmLabel: string;
  /** Why it is not possible yet. */
  disabledReason: string | null;
  onConfirm: () => void;
  onClose: () => void;
  children: (preview: Preview) => ReactNode;
}

/** Shows what a deployment, release or rollback would change, before the user confirms it. */
export const PreviewDialog = ({
  preview: { data, error, refetch },
  action,
  kind,
  confirmLabel,
  disabledReason,
  onConfirm,
  children,
  ...dialog
}: PreviewDialogProps) => (
  <Dialog
    open
    {...dialog}
    size="lg"
    footer={
      <>
        <Button onClick={dialog.onClose}>Cancel</Button>
        <Button kind={kind} busy={action.isPending} disabledReason={disabledReason} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </>
    }
  >
    <div className="grid gap-4">
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {action.error && <ErrorNote error={action.error} />}
      {data ? children(data) : !error && <Skeleton className="h-72" />}
    </div>
  </Dialog>
);
