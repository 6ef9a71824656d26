import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { duration } from "../../../components/format.ts";
import type { Exchange } from "./exchange.ts";

const masked = ([name, value]: readonly [string, string]) =>
  `${name}: ${name === "x-api-key" ? `${value.slice(0, 12)}…` : value}`;
const asText = (body: unknown) =>
  body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body, null, 2);
const written = (start: string, headers: Exchange["requestHeaders"], body: unknown) =>
  [start, ...headers.map(masked), ...(body === undefined ? [] : ["", asText(body)])].join("\n");

/** A response's status as a badge. */
export const StatusBadge = ({ status }: { status: number | null }) => (
  <Badge tone={status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : "good"}>
    {status === null ? "no response" : `HTTP ${status}`}
  </Badge>
);

function Shown({ exchange }: { exchange: Exchange }) {
  const { method, url, requestHeaders, requestBody, status, responseHeaders, responseBody, failure } = exchange;
  const path = new URL(url, window.location.origin);
  return (
    <div className="grid grid-cols-1 gap-3 px-4 pb-4 lg:grid-cols-2">
      <CodeBlock
        title="Request"
        wrap
        maxHeight="24rem"
        text={written(`${method} ${path.pathname}${path.search}`, requestHeaders, requestBody)}
      />
      <CodeBlock
        title="Answer"
        wrap
        maxHeight="24rem"
        text={failure ?? written(`HTTP ${status ?? ""}`, responseHeaders, responseBody)}
      />
    </div>
  );
}

/** Requests and responses, newest first. */
export function Wire({ exchanges }: { exchanges: readonly Exchange[] }) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const newest = exchanges[0]?.id;
  const isOpen = (id: number) => (id === newest ? !folded.has(id) : opened.has(id));
  const toggled = (set: ReadonlySet<number>, id: number) =>
    set.has(id) ? new Set([...set].filter((one) => one !== id)) : new Set([...set, id]);
  return (
    <Card title="Raw exchange" flush>
      {exchanges.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">Requests and responses appear here as they are sent.</p>
      ) : (
        <ol aria-label="Raw exchange" className="border-t border-line">
          {exchanges.map((each) => (
            <li key={each.id} className="border-b border-line last:border-b-0">
              <button
                type="button"
                aria-expanded={isOpen(each.id)}
                className="flex min-h-10 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 text-left text-sm outline-offset-[-2px] hover:bg-hover"
                onClick={() =>
                  each.id === newest ? setFolded(toggled(folded, each.id)) : setOpened(toggled(opened, each.id))
                }
              >
                <ChevronRight
                  aria-hidden
                  size={14}
                  className={isOpen(each.id) ? "rotate-90 text-faint" : "text-faint"}
                />
                <span className="min-w-0 flex-1 font-mono text-xs break-all">{each.title}</span>
                <StatusBadge status={each.status} />
                <span className="w-16 text-right text-xs text-muted tabular-nums">{duration(each.durationMs)}</span>
              </button>
              {isOpen(each.id) && <Shown exchange={each} />}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
