import { plainProblem } from "@ferrule/contract/json/plain-problem.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { bindingOperations } from "@ferrule/contract/operations/bindings.ts";
import { useState, type ReactNode } from "react";
import { z } from "zod";
import { ifMatch } from "../../../api/if-match.ts";
import { useAction } from "../../../api/use-action.ts";
import type { InputOf } from "../../../api/use-operation.ts";
import { SwitchField, TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { useFormApi } from "../../../components/form/schema-form.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import type { Endpoint } from "../endpoint.ts";
import { bindingKinds, bindingName, type Binding } from "./binding.ts";

/** The props of a form for one kind of binding. */
export interface BindingFormGiven<Edited extends Binding> {
  endpoint: Endpoint;
  /** Null for a new one. */
  binding: Edited | null;
  /** The Function that a new one is for. */
  functionId: string | undefined;
  onClose: () => void;
}

interface ColumnsProps<Values> {
  word: string;
  fields: (values: Values) => ReactNode;
  /** Names the preview. */
  seen: string;
  preview: (values: Values) => ReactNode;
}

/** The fields, with a preview beside them of what callers will see. */
function Columns<Values>({ word, fields, seen, preview }: ColumnsProps<Values>) {
  const form = useFormApi();
  return (
    <form.Subscribe selector={(state) => state.values as Values}>
      {(values) => (
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
          <div className="grid content-start gap-4">
            {fields(values)}
            <TextField
              name="scope"
              label="Scope"
              mono
              optional
              placeholder="orders:write"
              hint="Callers who sign in need this scope in their token. API keys do not."
            />
            <SwitchField
              name="enabled"
              label="Enabled"
              hint={`When off, the next deployment leaves the ${word} out.`}
            />
          </div>
          <section aria-label={seen} className="min-w-0">
            <h3 className="mb-2 text-xs font-medium text-muted">{seen}</h3>
            <div className="rounded-lg border border-line bg-surface p-4">{preview(values)}</div>
          </section>
        </div>
      )}
    </form.Subscribe>
  );
}

interface BindingFormProps<Values> extends ColumnsProps<Values>, Omit<BindingFormGiven<Binding>, "functionId"> {
  /** What is made: `tool`, `route`. */
  word: string;
  /** The title and the button for a new one, if it is not a Function that is bound. */
  fresh?: { title: string; submit: string };
  initial: Values;
  /** The field that must be unique on the endpoint. */
  taken?: string;
  /** What is wrong with fields that depend on each other. */
  problemsOf?: (values: Values) => readonly Issue[];
  /** The values to send, without what is only for the form. */
  tidy?: (values: Values) => Record<string, unknown>;
  above?: ReactNode;
}

type Entered = Record<string, unknown>;

/** The schema of what is sent, which also refuses what does not fit together, at the field that the problem names. */
const withProblems = (
  schema: z.ZodObject,
  tidied: (entered: Entered) => Entered,
  problemsOf: (entered: Entered) => readonly Issue[],
) =>
  z.unknown().superRefine((entered, context) => {
    const parsed = schema.safeParse(tidied(entered as Entered), { error: plainProblem });
    const own = parsed.success ? problemsOf(entered as Entered) : [];
    for (const { path, message } of [...(parsed.error?.issues ?? []), ...own])
      context.addIssue({ code: "custom", path: typeof path === "string" ? path.split(".") : [...path], message });
  });

/** Binds a Function as a tool or a route, or edits the binding. `initial` counts when the form opens. */
export function BindingForm<Values extends Record<string, unknown>>(props: BindingFormProps<Values>) {
  const { endpoint, binding, onClose, taken, problemsOf, tidy, above, fresh, ...columns } = props;
  const { word } = columns;
  const { create, update } = bindingKinds[endpoint.kind];
  const [initial] = useState(() => ({ ...props.initial }));
  const [revision] = useState(binding?.revision);
  const bind = useAction(create);
  const save = useAction(update);
  const schema = bindingOperations[binding === null ? create : update].body;
  const tidied = (entered: Record<string, unknown>) => (tidy === undefined ? entered : tidy(entered as Values));
  const checked = withProblems(schema, tidied, (values) => problemsOf?.(values as Values) ?? []);
  const send = async (entered: Record<string, unknown>) => {
    const values = tidied(entered);
    // A cleared text becomes null: if we left it out, it would stay.
    const cleared = Object.entries(schema.shape).filter(
      ([name, field]) => values[name] === undefined && field.safeParse(null).success,
    );
    const body = schema.parse({ ...values, ...Object.fromEntries(cleared.map(([name]) => [name, null])) });
    const params = { endpointId: endpoint.id };
    if (binding === null) {
      await bind.mutateAsync({ params, body } as InputOf<typeof create>);
    } else {
      const input = { params: { ...params, bindingId: binding.id }, body, headers: ifMatch(revision) };
      await save.mutateAsync(input);
    }
    toast(
      `The ${word} was ${binding === null ? (fresh === undefined ? "bound" : "added") : "saved"}`,
      "Callers see it with the next deployment",
    );
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title={binding === null ? (fresh?.title ?? `Bind a Function as a ${word}`) : `Edit ${bindingName(binding)}`}
      submit={binding === null ? (fresh?.submit ?? `Bind ${word}`) : "Save"}
      above={above}
      {...(taken && { taken })}
      schema={checked}
      initial={initial}
      onSubmit={send}
    >
      <Columns {...columns} />
    </FormDialog>
  );
}
