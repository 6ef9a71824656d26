import { mostContentBytes, type McpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import { useId, useState } from "react";
import { bytes } from "../../../../components/format.ts";
import { Field } from "../../../../components/form/field.tsx";
import { useFormApi } from "../../../../components/form/schema-form.tsx";
import { inputClass } from "../../../../components/input-class.ts";
import { sizeOf } from "../../../../components/show/content-kind.ts";
import { Button } from "../../../../components/button/button.tsx";
import { readFile } from "./read-file.ts";

const sizeText = (content: McpContent): string => {
  const size = sizeOf(content);
  return `${bytes(size)} of ${bytes(mostContentBytes)}`;
};

/** Puts a file in place of the content, with its media type. */
function PickFile() {
  const form = useFormApi();
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const pick = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = await readFile(file);
    setProblem("problem" in read ? read.problem : null);
    if ("problem" in read) return;
    form.setFieldValue("content", read.content);
    if (read.mimeType !== null) form.setFieldValue("mimeType", read.mimeType);
  };
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs text-muted">
        Or take a file: a text, or an image
      </label>
      <input
        id={id}
        type="file"
        className="min-w-0 text-xs"
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={({ target }) => void pick(target.files?.[0])}
      />
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="text-xs font-medium text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The content that the Project keeps: a text to write, or a file. Its size is shown against what may be kept. */
export const ContentField = ({ content }: { content: McpContent }) => (
  <div className="grid gap-2">
    <Field name="content" label="Content" hint={sizeText(content)}>
      {({ onChange, ...control }) =>
        "text" in content ? (
          <textarea
            {...control}
            value={content.text}
            rows={12}
            className={`${inputClass} h-auto py-1.5 font-mono leading-5`}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        ) : (
          <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
            <span className="min-w-0 flex-1">{bytes(sizeOf(content))}, shown in the preview</span>
            <Button id={control.id} size="sm" onClick={() => onChange({ text: "" })}>
              Write a text instead
            </Button>
          </div>
        )
      }
    </Field>
    <PickFile />
  </div>
);
