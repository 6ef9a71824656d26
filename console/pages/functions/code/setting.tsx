import type { ReactNode } from "react";

const faded = "disabled:[&_input]:opacity-60 disabled:[&_textarea]:opacity-60 disabled:[&_button]:opacity-60";

/** One setting. If the source sets it, the form only shows it. */
export function Setting({ isInCode, children }: { isInCode: boolean; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-2">
      {isInCode && (
        <p className="text-xs text-muted">
          Set by <code className="font-mono">config</code> in the source. Change it there.
        </p>
      )}
      <fieldset disabled={isInCode} className={`grid min-w-0 content-start gap-3 ${faded}`}>
        {children}
      </fieldset>
    </div>
  );
}
