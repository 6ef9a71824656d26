import { createContext, use, useRef, useState, type ReactNode } from "react";
import type { ZodType } from "zod";
import { doubleClickMs } from "../../api/once/repeated.ts";
import { ErrorNote } from "../show/error-note.tsx";
import { forgetProblems, useFormOf, type FormApi, type Values } from "./use-form-of.ts";
import { UnsavedPart } from "./unsaved-part.tsx";

const FormContext = createContext<{ form: FormApi; keepable: Set<string> } | null>(null);

function useFormContext() {
  const context = use(FormContext);
  if (context === null) throw new Error("A field needs a SchemaForm around it.");
  return context;
}

/** The form that a field belongs to. @throws Error outside of a `SchemaForm` */
export const useFormApi = (): FormApi => useFormContext().form;

/** The names of the fields whose values may be kept in this browser until the form is sent: none that hold secrets. */
export const useKeepable = (): Set<string> => useFormContext().keepable;

export interface SchemaFormProps {
  /** For a button outside the form: `<Button type="submit" form={id}>`. */
  id?: string;
  /** The operation's own schema: `secretOperations.createSecret.body`. */
  schema: ZodType;
  /** The initial values of the fields; names as in the schema. */
  initial: Values;
  /** The field that must be unique: it shows the server's error that its value is taken. */
  taken?: string;
  /** Names the form, with its page's path, to bring back what was typed after a reload. Secrets do not come back. */
  keep?: string | undefined;
  /**
   * Sends the form, once at a time. An error is shown at the field that the server names, otherwise above the buttons.
   */
  onSubmit: (values: Values) => Promise<unknown>;
  children: ReactNode;
}

/**
 * A form over a schema of the contract. It checks the same things as the server, shows each problem at its field, and
 * moves the focus to the first one.
 */
export function SchemaForm({ id, schema, initial, taken, keep, onSubmit, children }: SchemaFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const [keepable] = useState(() => new Set<string>());
  const [saved, setSaved] = useState<Values | null>(null);
  const [isTouched, setTouched] = useState(false);
  const touch = () => setTouched(true);
  const send = async (values: Values) => {
    await onSubmit(values);
    sentAt.current = performance.now();
    setSaved(values);
  };
  const focusFirst = () =>
    requestAnimationFrame(() =>
      ref.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]")?.focus(),
    );
  const form = useFormOf({ initial, schema, taken, send, onFailed: focusFirst });
  const [context] = useState({ form, keepable });
  return (
    <FormContext value={context}>
      <form
        ref={ref}
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          // The second click of a double click may come after the first has already been answered.
          if (form.state.isSubmitting || performance.now() - sentAt.current < doubleClickMs) return;
          forgetProblems(form);
          void form.handleSubmit();
        }}
        onInput={touch}
        onClick={touch}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
        }}
      >
        <UnsavedPart
          form={form}
          initial={initial}
          saved={saved ?? initial}
          keepable={keepable}
          isTouched={isTouched}
          keep={keep}
        />
        {children}
        <form.Subscribe selector={(state) => state}>
          {({ isSubmitting, errorMap }) => {
            const error = errorMap.onSubmit as { form?: Error } | Error | undefined;
            const shown = error instanceof Error ? error : error?.form;
            return shown && !isSubmitting && <ErrorNote error={shown} />;
          }}
        </form.Subscribe>
      </form>
    </FormContext>
  );
}
