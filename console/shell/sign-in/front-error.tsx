import { CodeLink } from "../../components/show/code-link.tsx";
import { errorText } from "../../components/show/error-text.ts";

/** An error before sign-in: like `ErrorNote`, without the modules that it loads for copying and retrying. */
export function FrontError({ error }: { error: Error }) {
  const { message, next, code, requestId } = errorText(error);
  return (
    <div role="alert" className="rounded-md border border-bad-line bg-bad-soft px-3 py-2.5 text-sm">
      <p className="font-medium text-bad">{message}</p>
      {next !== undefined && <p className="mt-0.5 text-ink">{next}</p>}
      {requestId !== undefined && (
        <p className="mt-1 text-xs text-muted">
          {code !== undefined && <CodeLink code={code} of="errors" />} · request{" "}
          <code className="font-mono break-all">{requestId}</code>
        </p>
      )}
    </div>
  );
}
