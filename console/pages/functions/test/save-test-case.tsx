import type { Environment } from "@ferrule/contract/states.ts";
import { givenName } from "@ferrule/contract/resources/fields.ts";
import { Save } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import type { TestRun } from "./use-test-run.ts";

interface SaveTestCaseProps {
  functionId: string;
  /** Undefined when it is not JSON. */
  input: unknown;
  run: TestRun;
  environment: Environment;
}

const schema = z.strictObject({ name: givenName });

function SaveDialog({
  functionId,
  input,
  run: { answer },
  environment,
  onClose,
}: SaveTestCaseProps & { onClose: () => void }) {
  const [expects, setExpects] = useState(true);
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title="Save as test case"
      submit="Save test case"
      schema={schema}
      initial={{ name: "" }}
      onSubmit={async (values) => {
        const output = answer?.status === "succeeded" ? { output: answer.output } : {};
        const expect = answer && expects ? { status: answer.status, ...output } : null;
        const body = { ...schema.parse(values), input: input as never, environment, expect: expect as never };
        await api.createTestCase({ params: { functionId }, body });
        onClose();
      }}
    >
      <TextField name="name" label="Name" />
      {answer && (
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" checked={expects} onChange={(event) => setExpects(event.target.checked)} />
          Expect the result of the last run: {answer.status}
        </label>
      )}
    </FormDialog>
  );
}

/** Saves an input, with the last run's result as the expected one. */
export function SaveTestCase(props: SaveTestCaseProps) {
  const [isOpen, setOpen] = useState(false);
  const forbidden = useDisabledReason("createTestCase");
  return (
    <>
      <Button
        icon={Save}
        disabledReason={forbidden ?? (props.input === undefined ? "The input is not valid JSON yet." : null)}
        onClick={() => setOpen(true)}
      >
        Save as test case
      </Button>
      {isOpen && <SaveDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
