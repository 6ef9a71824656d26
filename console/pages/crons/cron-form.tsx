import { cronBindingOperations } from "@ferrule/contract/operations/cron-bindings.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { useEffect, useState } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { ifMatch } from "../../api/if-match.ts";
import { api } from "../../api/api.ts";
import { functionSource } from "../../api/pick-sources.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { Select } from "../../components/choose/select.tsx";
import { Button } from "../../components/button/button.tsx";
import {
  ComboboxField,
  NumberField,
  PickerField,
  SelectField,
  SwitchField,
  TextField,
} from "../../components/form/fields.tsx";
import { Labelled } from "../../components/form/labelled.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { useFormApi } from "../../components/form/schema-form.tsx";
import { Skeleton } from "../../components/states.tsx";
import { environmentChoices } from "../../shell/environment/environment-choices.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { checkedInput, hasFields } from "../functions/test/checked-input.ts";
import { presetChoices, presetOf } from "./schedule-presets.ts";
import { NextRuns } from "./next-runs.tsx";
import { useCronPreview, type CronPreview, type DraftedCron } from "./use-cron-preview.ts";

const InputForm = lazyPart(
  () => import("../functions/test/input-form.tsx"),
  "InputForm",
  <Skeleton className="h-40" />,
);

type Body = NonNullable<Parameters<typeof api.createCronBinding>[0]["body"]>;

const schema = cronBindingOperations.createCronBinding.body;
const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const zoneChoices = zones.map((zone) => ({ value: zone, label: zone }));

interface InputPartProps {
  text: string;
  onChange: (text: string) => void;
  isTried: boolean;
  preview: CronPreview | null;
}

const whose = {
  deployed: "Checked against the deployed revision.",
  draft: "Checked against the draft, because this Function is not deployed here yet.",
  unknown:
    "The input is not checked because the Function's schema is not known yet. Open the Function once, or deploy it.",
};

/** Edits the input of each call. */
function InputPart({ text, onChange, isTried, preview }: InputPartProps) {
  const [asJson, setAsJson] = useState(false);
  const schemaOfInput = preview?.inputSchema ?? null;
  return (
    <section aria-label="Input" className="grid gap-2">
      <div className="flex min-h-7 items-center justify-between">
        <h3 className="text-sm font-medium">Input</h3>
        {hasFields(schemaOfInput) && (
          <Button size="sm" kind="quiet" aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
            {asJson ? "Form" : "JSON"}
          </Button>
        )}
      </div>
      <InputForm schema={schemaOfInput} text={text} onChange={onChange} asJson={asJson} isTried={isTried} />
      <p className={preview?.contract === "unknown" ? "text-xs text-warn" : "text-xs text-muted"}>
        {preview !== null && `${whose[preview.contract]} `}
        Everyone in the Project can read this input. Keep secrets under Secrets.
      </p>
    </section>
  );
}

/** Previews the effect of the fields: the next runs, and the input checked against the Function's contract. */
function Preview({ onPreview }: { onPreview: (preview: CronPreview | null) => void }) {
  const form = useFormApi();
  return (
    <form.Subscribe selector={({ values }) => values}>
      {(values) => <PreviewOf values={values as unknown as DraftedCron} onPreview={onPreview} />}
    </form.Subscribe>
  );
}

function PreviewOf({ values, onPreview }: { values: DraftedCron; onPreview: (preview: CronPreview | null) => void }) {
  const preview = useCronPreview(values);
  useEffect(() => onPreview(preview), [preview]);
  return <NextRuns schedule={values.schedule} timezone={values.timezone ?? "UTC"} preview={preview} />;
}

type Binding = AnswerOf<"getCronBinding">;

/** The values in a cron's form; for a new cron, the defaults. */
const initialValues = (base: Binding | undefined, functionId: string, environment: Environment) => ({
  name: base?.name,
  functionId: base?.functionId ?? functionId,
  environment: base?.environment ?? environment,
  schedule: base?.schedule ?? "0 9 * * MON-FRI",
  timezone: base?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  tenantId: base?.tenantId ?? "default",
  enabled: base?.enabled ?? true,
  overlap: base?.overlap ?? "skip",
  retry: base?.retry ?? { maxAttempts: 1, backoffMs: 1_000 },
  catchUp: base?.catchUp ?? 0,
  pauseAfterFailures: base?.pauseAfterFailures ?? undefined,
});

/** Creates a cron, or changes `base`. */
async function save(base: Binding | undefined, body: Body): Promise<Binding> {
  const saved =
    base === undefined
      ? await api.createCronBinding({ body })
      : await api.updateCronBinding({ params: { cronBindingId: base.id }, body, headers: ifMatch(base.revision) });
  return saved;
}

/** Fills in the schedule. Any other schedule is typed. */
function Presets() {
  const form = useFormApi();
  return (
    <form.Subscribe selector={({ values }) => values["schedule"]}>
      {(schedule) => (
        <Labelled label="How often">
          {(control) => (
            <Select
              {...control}
              value={presetOf(schedule)}
              choices={presetChoices}
              onChange={(next) => next !== "own" && form.setFieldValue("schedule", next)}
            />
          )}
        </Labelled>
      )}
    </form.Subscribe>
  );
}

const WhenFields = () => (
  <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
    <Presets />
    <TextField name="schedule" label="Schedule" mono hint="Minute, hour, day, month, weekday." />
    <ComboboxField name="timezone" label="Time zone" choices={zoneChoices} />
    <SelectField name="environment" label="Environment" choices={environmentChoices} />
    <TextField name="tenantId" label="Tenant" mono />
  </div>
);

const overlapChoices = choicesOf({ skip: "Skip the run", allow: "Run in parallel" });

/** What to do with runs that overlap, fail or were missed. */
const RunFields = () => (
  <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
    <SelectField name="overlap" label="While an earlier run is in progress" choices={overlapChoices} />
    <NumberField name="catchUp" label="Catch up on" unit="missed" />
    <NumberField name="retry.maxAttempts" label="Attempts" unit="in all" />
    <NumberField name="retry.backoffMs" label="Delay before the second attempt" unit="ms" />
    <NumberField name="pauseAfterFailures" label="Pause after" unit="failures in a row" optional />
    <SwitchField name="enabled" label="Enabled" />
  </div>
);

interface CronFormProps {
  /** The cron to edit; undefined for a new one. */
  binding?: Binding;
  /** For a new cron: the Function that the list is filtered by. */
  functionId?: string | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** Creates or edits a cron. A save that conflicts with another user's change is refused, and nothing is overwritten. */
export function CronForm({ binding, functionId = "", onClose, onSaved }: CronFormProps) {
  const environment = useEnvironment();
  const [base] = useState(binding);
  const [input, setInput] = useState(() => JSON.stringify(base?.input ?? {}, null, 2));
  const [isTried, setTried] = useState(false);
  const [preview, setPreview] = useState<CronPreview | null>(null);
  async function send(values: Record<string, unknown>): Promise<void> {
    setTried(true);
    const checked = checkedInput(preview?.inputSchema ?? null, input);
    if (!checked.isJson) throw new Error("The input is not valid JSON.");
    if (checked.problems.size > 0) throw new Error("The Function would reject this input. Fix the marked fields.");
    const body = { ...values, input: checked.value, pauseAfterFailures: values["pauseAfterFailures"] ?? null } as Body;
    onSaved((await save(base, body)).id);
  }
  return (
    <FormDialog
      onClose={onClose}
      title={base === undefined ? "New cron" : `Edit ${base.name}`}
      description="Takes effect as soon as you save."
      submit={base === undefined ? "Create cron" : "Save cron"}
      schema={schema}
      initial={initialValues(base, functionId, environment)}
      onSubmit={send}
    >
      <PickerField name="functionId" label="Function" source={functionSource} placeholder="Choose a Function" />
      <TextField name="name" label="Name" optional hint="Leave empty to use the Function's name." />
      <WhenFields />
      <Preview onPreview={setPreview} />
      <InputPart text={input} onChange={setInput} isTried={isTried} preview={preview} />
      <RunFields />
    </FormDialog>
  );
}
