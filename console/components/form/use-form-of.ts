import { plainProblem } from "@ferrule/contract/json/plain-problem.ts";
import { ApiError } from "@ferrule/contract/client.ts";
import { useForm } from "@tanstack/react-form";
import type { ZodType } from "zod";
import { issuesOf } from "../../api/issues-of.ts";

/** The values of a form's fields, by name. */
export type Values = Record<string, unknown>;

/** Messages by field name; the empty name holds those that belong to no visible field. */
type Problems = Record<string, string>;

function problemsOf(schema: ZodType, values: Values): Problems {
  const parsed = schema.safeParse(values, { error: plainProblem });
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.toReversed().map(({ path, message }) => [path.join("."), message]));
}

/** The server's problems with single fields, by path. */
const problemsFrom = (error: unknown): Problems =>
  Object.fromEntries(issuesOf(error).map(({ path, message }) => [path.replace(/^body\./, ""), message]));

interface FormOptions {
  initial: Values;
  schema: ZodType;
  taken: string | undefined;
  send: (values: Values) => Promise<unknown>;
  onFailed: () => void;
}

/** The form over a schema: it checks and sends, and has every problem in one place. */
export const useFormOf = (options: FormOptions) =>
  useForm({
    defaultValues: options.initial,
    validators: {
      // All problems in one place and one order: the schema's first, then the server's.
      onSubmitAsync: async ({ value }) => {
        const fields = problemsOf(options.schema, value);
        if (Object.keys(fields).length > 0) return { fields };
        try {
          await options.send(value);
          return null;
        } catch (error) {
          if (options.taken !== undefined && error instanceof ApiError && error.code === "CONFLICT")
            return { fields: { [options.taken]: error.message } };
          return { fields: problemsFrom(error), form: error as Error };
        }
      },
    },
    onSubmitInvalid: options.onFailed,
  });

export type FormApi = ReturnType<typeof useFormOf>;

/**
 * Drops the problems of the last attempt before the next one. The form itself drops only that of a changed field, and
 * would not check again while another has one; but a change of one field may have solved the problem of another.
 */
export function forgetProblems(form: FormApi): void {
  for (const name of Object.keys(form.state.fieldMeta))
    form.setFieldMeta(name, (meta) => ({ ...meta, errorMap: { ...meta.errorMap, onSubmit: undefined } }));
}
