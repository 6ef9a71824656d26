import type { McpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import { isUriTemplate, uriProblem } from "@ferrule/contract/mcp-bindings/uri-template.ts";
import { Badge } from "../../../../components/badge.tsx";
import { bytes } from "../../../../components/format.ts";
import { ContentView } from "../../../../components/show/content-view.tsx";
import { sizeOf } from "../../../../components/show/content-kind.ts";
import { keptText } from "../../../../components/show/kept-text.ts";
import { KeptChange } from "./kept-change.tsx";
import { IconImage } from "./icon-fields.tsx";
import type { ResourceValues } from "./resource-values.ts";

const textOf = (content: McpContent | null) => keptText({ content, messages: null });
const audiences = { user: "For people", assistant: "For the model" };

/** A resource as clients list it, and its content. */
export function ResourcePreview({ values, saved }: { values: ResourceValues; saved: McpContent | null }) {
  const { uri, toolName, title, description, mimeType, content, audience, priority, icons } = values;
  const problem = uri === "" ? null : uriProblem(uri);
  return (
    <div className="grid min-w-0 gap-3">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          {icons[0] !== undefined && <IconImage icon={icons[0]} />}
          <span className="font-medium break-words">{title ?? toolName}</span>
          <Badge>{isUriTemplate(uri) ? "Resource template" : "Resource"}</Badge>
        </p>
        <p className="mt-0.5 font-mono text-xs break-all text-muted">{uri || "docs://…"}</p>
        {problem !== null && <p className="text-xs text-warn">The URI {problem}.</p>}
        {description !== "" && <p className="mt-1 text-sm break-words whitespace-pre-wrap">{description}</p>}
      </div>
      <p className="flex flex-wrap gap-1 empty:hidden">
        {mimeType !== undefined && mimeType !== "" && <Badge>{mimeType}</Badge>}
        {content !== null && <Badge>{bytes(sizeOf(content))}</Badge>}
        {audience.map((role) => (
          <Badge key={role}>{audiences[role]}</Badge>
        ))}
        {typeof priority === "number" && <Badge>{`Priority ${priority}`}</Badge>}
      </p>
      {content === null ? (
        <p className="text-sm text-muted">
          A client reads what the Function returns. After the next deployment, you can read it under Try it.
        </p>
      ) : (
        <ContentView content={content} mimeType={mimeType ?? null} label={title ?? (toolName || "content")} />
      )}
      <KeptChange before={textOf(saved)} after={textOf(content)} />
    </div>
  );
}
