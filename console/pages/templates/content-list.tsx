import { CalendarClock, Database, Plug, Route, SquareFunction, Wrench, type LucideIcon } from "lucide-react";
import type { ItemOf } from "../../api/use-operation.ts";
import { ThingLink } from "../thing-link.tsx";

type Content = ItemOf<"listTemplates">["contents"][number];

const looks: Record<Content["kind"], [LucideIcon, string]> = {
  function: [SquareFunction, "Function"],
  "runtime-endpoint": [Plug, "Endpoint"],
  "mcp-binding": [Wrench, "Tool"],
  "http-binding": [Route, "Route"],
  "cron-binding": [CalendarClock, "Cron"],
  "data-collection": [Database, "Collection"],
};

interface ContentListProps {
  label: string;
  contents: readonly (Content & { id?: string })[];
}

/** What a template creates, or has created: the items then link to their pages. */
export const ContentList = ({ label, contents }: ContentListProps) => (
  <ul aria-label={label} className="rounded-md border border-line text-sm">
    {contents.map((content) => {
      const [Icon, word] = looks[content.kind];
      return (
        <li
          key={`${content.kind} ${content.name}`}
          className="flex items-center gap-2.5 border-t border-line px-3 py-2 first:border-t-0"
        >
          <Icon aria-hidden size={15} className="shrink-0 text-faint" />
          <span className="w-20 shrink-0 text-xs text-muted">{word}</span>
          <code className="min-w-0 flex-1 font-mono text-xs break-all">
            <ThingLink kind={content.kind} id={content.id} className="link">
              {content.name}
            </ThingLink>
          </code>
        </li>
      );
    })}
  </ul>
);
