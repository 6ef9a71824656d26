import { CalendarClock, Database, KeyRound, Plug, Route, Wrench } from "lucide-react";
import type { ItemOf } from "../../api/use-operation.ts";

type Template = ItemOf<"listTemplates">;

/** A template in the catalogue; a click anywhere opens its detail. */
export function TemplateCard({ template, onOpen }: { template: Template; onOpen: () => void }) {
  const { name, summary, contents, requiredSecrets } = template;
  const binding = contents.find(({ kind }) => kind.endsWith("-binding"));
  const endpoint = contents.find(({ kind }) => kind === "runtime-endpoint");
  const collection = contents.find(({ kind }) => kind === "data-collection");
  const Icon = binding?.kind === "mcp-binding" ? Wrench : binding?.kind === "http-binding" ? Route : CalendarClock;
  return (
    <button
      type="button"
      className="grid h-full w-full content-start gap-1 rounded-lg border border-line bg-surface p-4 text-left hover:border-control hover:bg-hover"
      onClick={onOpen}
    >
      <span className="font-medium">{name}</span>
      <span className="text-sm text-muted">{summary}</span>
      <span className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {binding && (
          <span className="inline-flex min-w-0 items-center gap-1">
            <Icon aria-hidden size={13} className="shrink-0 text-faint" />
            <code className="font-mono break-all">{binding.name}</code>
          </span>
        )}
        {endpoint && (
          <span className="inline-flex items-center gap-1">
            <Plug aria-hidden size={13} className="text-faint" />
            {endpoint.name}
          </span>
        )}
        {collection && (
          <span className="inline-flex items-center gap-1">
            <Database aria-hidden size={13} className="text-faint" />
            {collection.name}
          </span>
        )}
        {requiredSecrets.map((secret) => (
          <span key={secret} className="inline-flex items-center gap-1">
            <KeyRound aria-hidden size={13} className="text-faint" />
            <code className="font-mono">{secret}</code>
          </span>
        ))}
      </span>
    </button>
  );
}
