import { formFields, presetsOf } from "@ferrule/contract/mcp/questions/form-fields.ts";
import type { TestOutcome, TestQuestion } from "@ferrule/contract/internal/test-questions.ts";
import { ExternalLink, MessageCircleQuestionMark } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "../../components/button/button.tsx";
import { buttonClass } from "../../components/button/button-class.ts";
import { checkInput } from "../functions/test/check-input.ts";
import { FormControl } from "./form-control.tsx";

interface QuestionFormProps {
  question: TestQuestion;
  onAnswer: (outcome: TestOutcome) => void;
}

/** A page that the Function asks the person to open. Its address is shown, so that they see where it leads. */
function PageQuestion({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <p className="font-mono text-xs break-all">{url}</p>;
  return (
    <p className="grid justify-items-start gap-1">
      <a className={buttonClass("secondary", "sm")} href={url} target="_blank" rel="noreferrer noopener">
        <ExternalLink aria-hidden size={14} />
        Open the page
      </a>
      <span className="font-mono text-xs break-all text-muted">{url}</span>
    </p>
  );
}

/** What a Function asks, as a form of its schema or a page to open: accept, decline, or close it. */
export function QuestionForm({ question: { name, message, schema = {}, url }, onAnswer }: QuestionFormProps) {
  const fields = useMemo(() => formFields(schema), [schema]);
  const [content, setContent] = useState<Record<string, unknown>>(() => presetsOf(fields));
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const accept = () => {
    if (url !== undefined) return onAnswer({ action: "accept" });
    const found = checkInput(schema, content);
    setProblems(found);
    if (found.size === 0) onAnswer({ action: "accept", content });
    return undefined;
  };
  const set = (field: string, value: unknown) => {
    const { [field]: _, ...others } = content;
    setContent(value === undefined ? others : { ...others, [field]: value });
  };
  return (
    <form
      aria-label={`Question ${name}`}
      noValidate
      className="grid gap-3 rounded-md border border-accent bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault();
        accept();
      }}
    >
      <p className="flex items-start gap-2 text-sm font-medium">
        <MessageCircleQuestionMark aria-hidden size={16} className="mt-0.5 shrink-0 text-accent" />
        <span className="min-w-0 break-words whitespace-pre-wrap">{message}</span>
      </p>
      {url !== undefined && <PageQuestion url={url} />}
      {fields.map((field) => (
        <FormControl
          key={field.name}
          field={field}
          value={content[field.name]}
          problem={problems.get(field.name) ?? null}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      {problems.get("") !== undefined && <p className="text-xs font-medium text-bad">{problems.get("")}</p>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" size="sm">
          Accept
        </Button>
        <Button size="sm" onClick={() => onAnswer({ action: "decline" })}>
          Decline
        </Button>
        <Button size="sm" kind="quiet" onClick={() => onAnswer({ action: "cancel" })}>
          Close it
        </Button>
      </div>
    </form>
  );
}
