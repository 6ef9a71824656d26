import { toolSchemaWarnings } from "@ferrule/contract/warnings/tool-schema-warnings.ts";
import { longTextWarnings } from "@ferrule/contract/warnings/tool-text-warnings.ts";
import { Link } from "@tanstack/react-router";
import { TriangleAlert, Wrench } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { Select } from "../../../components/choose/select.tsx";
import { Note } from "../../../components/note.tsx";
import { Warning } from "../../../components/warning.tsx";
import { ArgumentList } from "./argument-list.tsx";
import { argumentRows, type ArgumentRow } from "./argument-rows.ts";
import { DescriptionSource } from "./description-source.tsx";
import { toolEntry, type DraftContract, type ToolEntry } from "./tool-entry.ts";
import type { BoundTool } from "./use-bound-tools.ts";

const hints: Record<string, string> = {
  readOnlyHint: "Read-only",
  destructiveHint: "Destructive",
  idempotentHint: "Idempotent",
  openWorldHint: "Open world",
};

function Rows({ title, rows, none }: { title: string; rows: readonly ArgumentRow[]; none: string }) {
  return (
    <div>
      <h2 className="mb-1 text-xs font-medium text-muted">{title}</h2>
      <ArgumentList rows={rows} none={none} noteOf={({ required }) => (required ? "required" : "")}>
        {({ limits }) => limits.length > 0 && <span className="block break-all text-faint">{limits.join(" · ")}</span>}
      </ArgumentList>
    </div>
  );
}

function Entry({ entry, source }: { entry: ToolEntry; source: ReactNode }) {
  const said = Object.entries(entry.annotations ?? {}).filter(([, value]) => value === true);
  return (
    <div className="grid gap-3">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          <Wrench aria-hidden size={14} className="text-faint" />
          <code className="font-mono text-sm font-semibold break-all">{entry.name}</code>
          {entry.title !== undefined && <span className="text-sm text-muted">{entry.title}</span>}
        </p>
        <p className="mt-1 text-sm break-words whitespace-pre-wrap">
          {entry.description || (
            <span className="text-warn">
              No description. Add a doc comment above the handler so that a model knows when to call it.
            </span>
          )}
        </p>
        {source}
        {said.length > 0 && (
          <p className="mt-2 flex flex-wrap gap-1">
            {said.map(([name]) => (
              <Badge key={name}>{hints[name] ?? name}</Badge>
            ))}
          </p>
        )}
      </div>
      {[...longTextWarnings("description", entry.description), ...toolSchemaWarnings(entry.inputSchema)].map(
        (warning) => (
          <div key={warning} className="text-xs">
            <Warning>{warning}</Warning>
          </div>
        ),
      )}
      <Rows title="Takes" rows={argumentRows(entry.inputSchema)} none="No arguments." />
      {entry.outputSchema && <Rows title="Returns" rows={argumentRows(entry.outputSchema)} none="An object." />}
    </div>
  );
}

interface BindingProps {
  tools: readonly BoundTool[] | undefined;
  bound: BoundTool | undefined;
  onChoose: (bindingId: string) => void;
}

/** The endpoint that offers the tool; a choice if several do. */
function Binding({ tools, bound, onChoose }: BindingProps) {
  if (tools !== undefined && tools.length > 1)
    return (
      <Select
        size="sm"
        aria-label="Bound as"
        value={bound?.binding.id ?? ""}
        choices={tools.map(({ endpoint, binding }) => ({
          value: binding.id,
          label: `${binding.toolName} on ${endpoint.name}`,
        }))}
        onChange={onChoose}
      />
    );
  return (
    <p className="min-w-0 flex-1 truncate text-xs text-muted">
      {bound ? (
        `On ${bound.endpoint.name}`
      ) : tools === undefined ? (
        "…"
      ) : (
        <>
          Not bound yet. Bind it to an{" "}
          <Link to="/endpoints" className="link">
            endpoint
          </Link>
        </>
      )}
    </p>
  );
}

interface ToolCardProps {
  slug: string;
  contract: DraftContract;
  tools: readonly BoundTool[] | undefined;
  /** The text has changed since this was derived. */
  isOld: boolean;
  /** Why the contract may not match the current text. */
  note?: string | null;
  /** No contract has been read yet, so there is none to show. */
  isUnknown?: boolean;
  /** Makes a tool use the Function's description again; omitted for users who may not. */
  onFollow?: ((tool: BoundTool) => void) | undefined;
}

/** What a model reads about this Function in `tools/list`, if the text were deployed now. */
export function ToolCard({ slug, contract, tools, isOld, note = null, isUnknown = false, onFollow }: ToolCardProps) {
  const [chosen, setChosen] = useState<string>();
  const [asJson, setAsJson] = useState(false);
  const bound = tools?.find(({ binding }) => binding.id === chosen) ?? tools?.[0];
  const entry = toolEntry(slug, bound?.binding ?? null, contract);
  return (
    <div className="grid gap-3" aria-busy={isOld}>
      <div className="flex min-h-7 items-center gap-2">
        <Binding tools={tools} bound={bound} onChoose={setChosen} />
        <span className="ml-auto text-xs text-faint">{isOld && "updating…"}</span>
        <Button size="sm" kind="quiet" aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
          {asJson ? "Card" : "JSON"}
        </Button>
      </div>
      {note !== null && (
        <Note tone="warn" icon={TriangleAlert} role="status">
          {note}
        </Note>
      )}
      {isUnknown ? (
        note === null && <p className="text-sm text-muted">The contract appears once the code is checked.</p>
      ) : asJson ? (
        <CodeBlock title="tools/list entry" text={JSON.stringify(entry, null, 2)} />
      ) : (
        <Entry
          entry={entry}
          source={
            <DescriptionSource
              isOverridden={(bound?.binding.description ?? "") !== ""}
              onFollow={bound && onFollow && (() => onFollow(bound))}
            />
          }
        />
      )}
    </div>
  );
}
