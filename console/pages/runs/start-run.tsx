import { runOperations } from "@ferrule/contract/operations/runs.ts";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { api } from "../../api/api.ts";
import { functionSource } from "../../api/pick-sources.ts";
import { useOperation, type InputOf } from "../../api/use-operation.ts";
import { NumberField, PickerField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { Section } from "../../components/section.tsx";
import { sampleOfSchema, type Schema } from "../../reference/sample-of-schema.ts";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { checkedInput } from "../functions/test/checked-input.ts";
import { InputForm } from "../functions/test/input-form.tsx";

type Body = NonNullable<InputOf<"startRun">["body"]>;

const schema = runOperations.startRun.body;
/** What a Function's input looks like while nothing else is known. */
const emptyInput = "{}";

/** The schema of the chosen Function's input; null while it is unknown. */
function useInputSchema(functionId: string): Schema | null {
  const { data } = useOperation("getFunction", { params: { functionId } }, { enabled: functionId !== "" });
  return data?.inputSchema ?? data?.derived?.inputSchema ?? null;
}

/** For whom and when it starts. */
const MoreFields = () => (
  <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
    <TextField name="tenantId" label="Tenant" mono />
    <TextField name="key" label="Key" mono optional hint="Starts with the same key are one run." />
    <NumberField name="delaySeconds" label="Delay" unit="s" />
    <NumberField name="priority" label="Priority" hint="Higher ones begin first: -100 to 100." />
  </div>
);

interface StartRunProps {
  functionId: string | undefined;
  onClose: () => void;
}

/** Starts a run of a durable Function by hand, and shows it. */
export function StartRun({ functionId = "", onClose }: StartRunProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [picked, setPicked] = useState(functionId);
  const [typed, setTyped] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const inputSchema = useInputSchema(picked);
  const sample = useMemo(
    () => (inputSchema === null ? emptyInput : JSON.stringify(sampleOfSchema(inputSchema), null, 2)),
    [inputSchema],
  );
  const text = typed ?? sample;
  const send = async (values: Record<string, unknown>) => {
    setTried(true);
    const checked = checkedInput(inputSchema, text);
    if (!checked.isJson) throw new Error("The input is not valid JSON.");
    if (checked.problems.size > 0) throw new Error("The Function would reject this input. Fix the marked fields.");
    const body = { ...values, environment, key: values["key"] ?? null, input: checked.value } as Body;
    const { id } = await api.startRun({ body });
    await navigate({ to: "/runs/$runId", params: { runId: id } });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Start a run"
      description={`Of what is deployed in ${environmentNames[environment]}. The Function must be durable.`}
      submit="Start run"
      kind={environment === "production" ? "production" : "primary"}
      schema={schema.omit({ input: true })}
      initial={{ functionId, environment, tenantId: "default", key: undefined, delaySeconds: 0, priority: 0 }}
      onSubmit={send}
    >
      <PickerField
        name="functionId"
        label="Function"
        source={functionSource}
        placeholder="Choose a Function"
        onPick={({ value }) => {
          setPicked(value);
          setTyped(null);
        }}
      />
      <Section title="Input">
        <InputForm key={picked} schema={inputSchema} text={text} onChange={setTyped} asJson={false} isTried={isTried} />
      </Section>
      <MoreFields />
    </FormDialog>
  );
}
