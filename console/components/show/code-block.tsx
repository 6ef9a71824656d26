import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { CopyButton } from "../button/copy-button.tsx";

interface CodeBlockProps {
  /** The text to copy. It is also shown, unless `children` show it in colour. */
  text: string;
  /** Above the code: a file, or a client's name. */
  title?: ReactNode;
  /** Wraps long lines instead of letting them run out of sight. */
  wrap?: boolean;
  /** A CSS height beyond which the code scrolls. */
  maxHeight?: string;
  children?: ReactNode;
}

/** A block of code to read and copy. */
export function CodeBlock({ text, title, wrap = false, maxHeight = "28rem", children }: CodeBlockProps) {
  return (
    <div className="min-w-0 overflow-hidden rounded-md border border-line bg-sunken">
      {title !== undefined && (
        <div className="flex min-h-8 items-center gap-2 border-b border-line pr-1 pl-3 text-xs text-muted">
          <span className="min-w-0 flex-1 truncate">{title}</span>
          <CopyButton text={text} />
        </div>
      )}
      <div className="relative">
        {title === undefined && (
          <div className="absolute top-0.5 right-0.5 rounded-md bg-sunken">
            <CopyButton text={text} />
          </div>
        )}
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
          tabIndex={0}
          style={{ maxHeight }}
          className={classNames(
            "overflow-auto px-3 py-2 font-mono text-xs outline-offset-[-2px]",
            title === undefined && "pr-9",
            wrap && "break-all whitespace-pre-wrap",
          )}
        >
          <code>{children ?? text}</code>
        </pre>
      </div>
    </div>
  );
}
