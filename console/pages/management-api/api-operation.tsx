import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Mono } from "../../components/mono.tsx";
import { Badge, type Tone } from "../../components/badge.tsx";
import { classNames } from "../../components/class-names.ts";
import { JsonView } from "../../components/show/json-view.tsx";
import type { DocumentedOperation } from "./openapi-document.ts";

const tones: Record<string, Tone> = { GET: "neutral", POST: "accent", PUT: "accent", PATCH: "accent", DELETE: "bad" };

function Detail({ operation }: { operation: DocumentedOperation }) {
  const { description, parameters, body, answers } = operation;
  return (
    <div className="grid gap-4 border-t border-line bg-canvas px-4 py-4 text-sm">
      {description !== "" && <p>{description}</p>}
      {parameters.length > 0 && (
        <div className="grid gap-1">
          <h3 className="font-medium">Parameters</h3>
          <ul className="grid gap-1">
            {parameters.map((each) => (
              <li key={`${each.in} ${each.name}`} className="flex flex-wrap items-baseline gap-x-2">
                <Mono>{each.name}</Mono>
                <span className="text-xs text-muted">
                  in {each.in}
                  {each.required && ", required"}
                </span>
                <Mono className="text-muted">{JSON.stringify(each.schema)}</Mono>
              </li>
            ))}
          </ul>
        </div>
      )}
      {body !== undefined && (
        <div className="grid gap-1.5">
          <h3 className="font-medium">Body</h3>
          <JsonView value={body} label={`body of ${operation.name}`} />
        </div>
      )}
      <div className="grid gap-1.5">
        <h3 className="font-medium">Responses</h3>
        {answers.map(({ status, description, schema }) => (
          <div key={status} className="grid gap-1">
            <p>
              <span className="font-medium">{status}</span> <span className="text-muted">{description}</span>
            </p>
            {status.startsWith("2") && schema !== undefined && (
              <JsonView value={schema} label={`response of ${operation.name}`} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** One operation: a single line, with the details when it is opened. */
export function ApiOperation({ operation }: { operation: DocumentedOperation }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { name, method, path, summary } = operation;
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 text-left text-sm outline-offset-[-2px] hover:bg-hover"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight aria-hidden size={14} className={classNames("text-faint", open && "rotate-90")} />
        <span className="w-14">
          <Badge tone={tones[method] ?? "neutral"}>{method}</Badge>
        </span>
        <Mono>{path}</Mono>
        <span className="ml-auto text-xs text-muted max-md:w-full">{summary}</span>
        <span className="quiet">{name}</span>
      </button>
      <div id={id}>{open && <Detail operation={operation} />}</div>
    </li>
  );
}
