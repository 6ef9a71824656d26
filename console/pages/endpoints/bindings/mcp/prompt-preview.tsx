import { Badge } from "../../../../components/badge.tsx";
import { ArgumentList } from "../../../functions/tool/argument-list.tsx";
import { argumentRows } from "../../../functions/tool/argument-rows.ts";
import { useContract } from "../use-contract.ts";
import { keptText } from "../../../../components/show/kept-text.ts";
import { KeptChange } from "./kept-change.tsx";
import { IconImage } from "./icon-fields.tsx";
import { sampleText, type PromptValues } from "./prompt-values.ts";

const textOf = (messages: PromptValues["messages"]) => keptText({ content: null, messages });
const speakers = { user: "User", assistant: "Assistant" };

/** The arguments that clients ask for: the binding's own, otherwise those of the Function's input. */
function useRows({ arguments: given, messages, functionId }: PromptValues) {
  const { contract } = useContract(messages === null && given.length === 0 ? functionId : undefined);
  if (given.length === 0) return contract?.inputSchema ? argumentRows(contract.inputSchema) : [];
  return given.map(({ name, description = "", required, values }) => ({
    name: name || "…",
    type: values === undefined ? "text" : values.map((value) => JSON.stringify(value)).join(" | "),
    required,
    description,
    limits: [],
  }));
}

/** A prompt as clients list it, and its messages with examples in place of its arguments. */
export function PromptPreview({ values, saved }: { values: PromptValues; saved: PromptValues["messages"] }) {
  const { toolName, title, description, messages, icons } = values;
  const rows = useRows(values);
  return (
    <div className="grid min-w-0 gap-3">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          {icons[0] !== undefined && <IconImage icon={icons[0]} />}
          <span className="font-medium break-words">{title ?? toolName}</span>
          <Badge>Prompt</Badge>
        </p>
        {description !== "" && <p className="mt-1 text-sm break-words whitespace-pre-wrap">{description}</p>}
      </div>
      <div>
        <h4 className="mb-1 text-xs font-medium text-muted">Asks for</h4>
        <ArgumentList rows={rows} none="No arguments." noteOf={({ required }) => (required ? "required" : "")} />
      </div>
      {messages === null ? (
        <p className="text-sm text-muted">The Function returns the messages. After the next deployment, try it here.</p>
      ) : (
        <ol className="grid gap-2" aria-label="Messages with examples">
          {messages.map(({ role, text }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- messages have no other identity
            <li key={place} className="rounded-md bg-sunken px-2.5 py-1.5">
              <p className="text-xs font-medium text-muted">{speakers[role]}</p>
              <p className="text-sm break-words whitespace-pre-wrap">{sampleText(text, values.arguments)}</p>
            </li>
          ))}
        </ol>
      )}
      <KeptChange before={textOf(saved)} after={textOf(messages)} />
    </div>
  );
}
