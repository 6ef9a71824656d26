import { CircleAlert, RotateCw } from "lucide-react";
import { Button } from "../button/button.tsx";
import { CopyButton } from "../button/copy-button.tsx";
import { CodeLink } from "./code-link.tsx";
import { errorText } from "./error-text.ts";

interface ErrorNoteProps {
  error: Error;
  onRetry?: () => void;
}

/** An error shown where it happened: its message, what to do next, the page about its code, the request id, and Retry where that may help. */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const { message, next, code, requestId } = errorText(error);
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-md border border-bad-line bg-bad-soft px-3 py-2.5 text-sm"
    >
      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-bad">{message}</p>
        {next !== undefined && <p className="mt-0.5 text-ink">{next}</p>}
        {requestId !== undefined && (
          <p className="mt-1 flex flex-wrap items-center gap-x-1 text-xs text-muted">
            {code !== undefined && <CodeLink code={code} of="errors" />} · request{" "}
            <code className="font-mono break-all">{requestId}</code>
            <CopyButton text={requestId} label="Copy request id" />
          </p>
        )}
      </div>
      {onRetry && (
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
