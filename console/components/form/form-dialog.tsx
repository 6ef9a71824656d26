import { useId, useState, type ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import { formsHere } from "./forms-here.ts";
import { SchemaForm, type SchemaFormProps } from "./schema-form.tsx";

interface FormDialogProps extends Omit<SchemaFormProps, "id" | "keep" | "children"> {
  title: string;
  description?: ReactNode;
  size?: "sm" | "md" | "lg";
  onClose: () => void;
  /** The verb and its object: `Create secret`. */
  submit: string;
  kind?: "primary" | "danger" | "production";
  /** Shown above the fields: an explanation, or a first choice. */
  above?: ReactNode;
  /** Resets the form whenever it changes. */
  formKey?: string;
  children: ReactNode;
}

/**
 * A form over the page. During the request, its button shows progress and ignores further presses. What was typed comes
 * back after a reload, until the form is sent or cancelled.
 */
export function FormDialog({
  title,
  description,
  size,
  onClose,
  submit,
  kind = "primary",
  above,
  formKey,
  onSubmit,
  children,
  ...form
}: FormDialogProps) {
  const id = useId();
  const [isSending, setSending] = useState(false);
  // Sending it may lead to another page.
  const [path] = useState(() => window.location.pathname);
  const keep = [path, title, formKey].join(" ");
  const leave = () => {
    formsHere.drop(keep);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      description={description}
      {...(size && { size })}
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button kind={kind} type="submit" form={id} busy={isSending}>
            {submit}
          </Button>
        </>
      }
    >
      {above !== undefined && <div className="mb-4">{above}</div>}
      <SchemaForm
        {...form}
        key={formKey}
        id={id}
        keep={keep}
        onSubmit={async (values) => {
          setSending(true);
          try {
            const answer = await onSubmit(values);
            formsHere.drop(keep);
            return answer;
          } finally {
            setSending(false);
          }
        }}
      >
        {children}
      </SchemaForm>
    </Dialog>
  );
}
