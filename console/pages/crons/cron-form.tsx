import { cronBindingOperations } from "@ferrule/contract/operations/cron-bindings.ts";
import { lazy, Suspense, useState } from "react";
import { api } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { ComboboxField, NumberField, SelectField, SwitchField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { useFormApi } from "../../components/form/schema-form.tsx";
import type { Choice } from "../../components/select.tsx";
import { Skeleton } from "../../components/states.tsx";
import { useEnvironment } from "../../shell/environment.ts";
import { describeSchedule } from "./describe-schedule.ts";

const JsonEditor = lazy(async () => ({ default: (await import("../../editor/json-editor.tsx")).JsonEditor }));

type Body = NonNullable<Parameters<typeof api.createCronBinding>[0]["body"]>;

const schema = cronBindingOperations.createCronBinding.body;
const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const zoneChoices = zones.map((zone) => ({ value: zone, label: zone }));

/** What the schedule means, while it is typed. */
function ScheduleInWords() {
  const form = useFormApi();
  return (
    <form.Subscribe selector={({ values }) => values["schedule"]}>
      {(typed) => (
        <>
          Minute, hour, day, month, weekday:{" "}
          {describeSchedule(typeof typed === "string" ? typed : "") ?? "5 or 6 fields"}.
        </>
      )}
    </form.Subscribe>
  );
}

interface CronFormProps {
  /** The one to change; a new one without. */
  binding?: AnswerOf<"getCronBinding">;
  /** The Project's Functions. */
  choices: readonly Choice<string>[];
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** Makes a cron or changes one. A change that somebody else was quicker with is refused, and nothing is overwritten. */
export function CronForm({ binding, choices, onClose, onSaved }: CronFormProps) {
  const environment = useEnvironment();
  const [base] = useState(binding);
  const [input, setInput] = useState(() => JSON.stringify(base?.input ?? {}, null, 2));
  const [inputProblem, setInputProblem] = useState(false);
  const initial = {
    name: base?.name,
    functionId: base?.functionId ?? choices[0]?.value ?? "",
    environment: base?.environment ?? environment,
    schedule: base?.schedule ?? "0 9 * * MON-FRI",
    timezone: base?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    tenantId: base?.tenantId ?? "default",
    enabled: base?.enabled ?? true,
    overlap: base?.overlap ?? "skip",
    retry: base?.retry ?? { maxAttempts: 1, backoffMs: 1_000 },
    catchUp: base?.catchUp ?? 0,
    pauseAfterFailures: base?.pauseAfterFailures ?? undefined,
  };
  async function send(values: Record<string, unknown>): Promise<void> {
    let parsed: unknown;
    try {
      parsed = JSON.parse(input);
    } catch {
      setInputProblem(true);
      throw new Error("The input is not JSON.");
    }
    setInputProblem(false);
    const body = { ...values, input: parsed, pauseAfterFailures: values["pauseAfterFailures"] ?? null } as Body;
    const saved =
      base === undefined
        ? await api.createCronBinding({ body })
        : await api.updateCronBinding({
            params: { cronBindingId: base.id },
            body,
            headers: { "if-match": `"${base.revision}"` },
          });
    await Promise.all(
      ["listCronBindings", "getCronBinding"].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
    );
    onSaved(saved.id);
  }
  return (
    <FormDialog
      onClose={onClose}
      title={base === undefined ? "New cron" : `Edit ${base.name}`}
      description="Live as soon as it is saved."
      submit={base === undefined ? "Create cron" : "Save cron"}
      schema={schema}
      initial={initial}
      onSubmit={send}
    >
      <ComboboxField name="functionId" label="Function" choices={choices} />
      <TextField name="name" label="Name" optional hint="Its Function's name unless you give another." />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="schedule" label="Schedule" mono hint={<ScheduleInWords />} />
        <ComboboxField name="timezone" label="Time zone" choices={zoneChoices} />
        <SelectField
          name="environment"
          label="Environment"
          choices={[
            { value: "development", label: "Development" },
            { value: "production", label: "Production" },
          ]}
        />
        <TextField name="tenantId" label="Tenant" mono />
      </div>
      <div className="grid gap-1.5">
        <span className="text-sm font-medium">Input</span>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <JsonEditor label="Input" height="10rem" value={input} onChange={setInput} invalid={inputProblem} />
        </Suspense>
        <p className="text-xs text-muted">Everybody in the Project can read it: keep secrets in Secrets.</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="overlap"
          label="While an earlier run goes on"
          choices={[
            { value: "skip", label: "Skip the occurrence" },
            { value: "allow", label: "Run side by side" },
          ]}
        />
        <NumberField name="catchUp" label="Catch up with" unit="missed" />
        <NumberField name="retry.maxAttempts" label="Attempts" unit="in all" />
        <NumberField name="retry.backoffMs" label="Pause before the second" unit="ms" />
        <NumberField name="pauseAfterFailures" label="Pause after" unit="failures in a row" optional />
        <SwitchField name="enabled" label="Enabled" />
      </div>
    </FormDialog>
  );
}
