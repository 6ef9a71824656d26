import type { McpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import { bytes } from "../format.ts";
import { lazyPart } from "../lazy-part.tsx";
import { Skeleton } from "../states.tsx";
import { CodeBlock } from "./code-block.tsx";
import { isShownImage, kindOfContent, sizeOf } from "./content-kind.ts";

/** Its parser is large, and most pages that can show a text show none in Markdown. */
const Markdown = lazyPart(() => import("./markdown.tsx"), "Markdown", <Skeleton className="h-24" />);

/** A longer text is cut: nobody reads it here, and the page would become slow. */
const mostShown = 100_000;

interface ContentViewProps {
  content: McpContent;
  /** Null: a text is plain, and bytes are of no known kind. */
  mimeType: string | null;
  /** Names it for a screen reader: the name of the resource. */
  label: string;
}

function TextView({ text, isMarkdown, label }: { text: string; isMarkdown: boolean; label: string }) {
  const shown = text.slice(0, mostShown);
  return (
    <div className="grid min-w-0 gap-2">
      {text === "" ? (
        <p className="text-sm text-muted">The text is empty.</p>
      ) : isMarkdown ? (
        <div
          role="group"
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
          tabIndex={0}
          className="max-h-112 overflow-auto rounded-md border border-line bg-raised px-3 py-2 text-sm"
        >
          <Markdown text={shown} />
        </div>
      ) : (
        <CodeBlock title={label} text={shown} wrap />
      )}
      {shown.length < text.length && (
        <p className="text-xs text-muted">This is the beginning. The whole text has {bytes(sizeOf({ text }))}.</p>
      )}
    </div>
  );
}

/**
 * The content of a resource as a person can look at it: Markdown, a text, or an image. HTML is shown as text, and
 * nothing in a content is loaded from anywhere.
 */
export function ContentView({ content, mimeType, label }: ContentViewProps) {
  if ("text" in content)
    return <TextView text={content.text} isMarkdown={kindOfContent(content, mimeType) === "markdown"} label={label} />;
  const size = sizeOf(content);
  return isShownImage(mimeType) ? (
    <figure className="grid justify-items-start gap-1">
      <img
        src={`data:${mimeType};base64,${content.base64}`}
        alt={label}
        className="max-h-80 max-w-full rounded-md border border-line bg-sunken object-contain"
      />
      <figcaption className="text-xs text-muted">
        {mimeType}, {bytes(size)}
      </figcaption>
    </figure>
  ) : (
    <p className="text-sm text-muted">
      {bytes(size)} of {mimeType ?? "an unknown type"}. They cannot be shown here.
    </p>
  );
}
