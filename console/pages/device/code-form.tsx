import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { Card } from "../../components/card.tsx";
import { TextField } from "../../components/form/fields.tsx";
import { SchemaForm } from "../../components/form/schema-form.tsx";
import { SubmitButton } from "../../components/form/submit-button.tsx";

const letters = /^(?:[\s-]*[BCDFGHJKLMNPQRSTVWXZ]){8}[\s-]*$/i;
const schema = z.object({ code: z.string().regex(letters, "must be the eight letters that the terminal shows") });

/** For a visitor without a code: takes the code that their terminal shows. */
export function CodeForm({ code }: { code: string }) {
  const navigate = useNavigate();
  return (
    <Card title="Enter the code" className="max-w-md">
      <SchemaForm
        schema={schema}
        initial={{ code }}
        onSubmit={(values) => navigate({ to: "/device", search: { code: schema.parse(values).code.trim() } })}
      >
        <TextField
          name="code"
          label="Code"
          hint="Your terminal shows it, for example BCDF-GHJK."
          mono
          autoFocus
          maxLength={20}
        />
        <SubmitButton>Continue</SubmitButton>
      </SchemaForm>
    </Card>
  );
}
