import { ApiError } from "@ferrule/contract/client.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import type { InputOf } from "../../api/use-operation.ts";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog.tsx";
import { toast } from "./toast.tsx";

type Asked = Omit<ConfirmDialogProps, "open" | "consequences" | "busy" | "error" | "onConfirm">;

/** Why the server refused: the `details` of its error. */
export type Refusal = Readonly<Record<string, unknown>>;

interface ConfirmActionProps<N extends OperationName> extends Asked {
  open?: boolean;
  operation: N;
  input: InputOf<N>;
  /** The toast's text afterwards: the result, such as `ORDERS_TOKEN was deleted`, and its consequences. */
  done?: readonly [title: string, description?: string];
  /** Called after the toast; default: closes the dialog. */
  onDone?: () => void;
  /** The things that break or are lost, one per line. A refusal can change it; `code` is the error's. */
  consequences?: readonly string[] | ((refusal: Refusal | null, code: string | undefined) => readonly string[]);
  /** Asked instead, after the server has refused because something uses the thing. */
  anyway?: { title: string; description: ReactNode; lost: (refusal: Refusal) => readonly string[]; input: InputOf<N> };
}

/** Asks before an operation that is hard to undo, and calls it. If something uses the thing, it asks a second time. */
export function ConfirmAction<N extends OperationName>({
  open = true,
  operation,
  input,
  done,
  onDone,
  consequences = [],
  anyway,
  ...asked
}: ConfirmActionProps<N>) {
  const action = useAction(operation, {
    onSuccess: () => {
      if (done !== undefined) toast(...done);
      (onDone ?? asked.onClose)();
    },
  });
  const error = action.error instanceof ApiError ? action.error : null;
  const refusal = error === null ? null : (error.details ?? {});
  const common = { ...asked, open, busy: action.isPending };
  if (anyway !== undefined && refusal !== null && error?.code === "IN_USE") {
    const { title, description, lost } = anyway;
    const again = { title, description, consequences: lost(refusal), confirmLabel: "Delete anyway" };
    return <ConfirmDialog {...common} {...again} onConfirm={() => action.mutate(anyway.input)} />;
  }
  return (
    <ConfirmDialog
      {...common}
      consequences={typeof consequences === "function" ? consequences(refusal, error?.code) : consequences}
      error={action.error}
      onConfirm={() => action.mutate(input)}
    />
  );
}

/** The names in one part of a refusal, such as `functions`. */
export const namesIn = (given: unknown): string[] => (Array.isArray(given) ? given.map(String) : []);
