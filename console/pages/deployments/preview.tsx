import { Link } from "@tanstack/react-router";
import { CircleAlert, TriangleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { AnswerOf } from "../../api/use-operation.ts";
import { classNames } from "../../components/class-names.ts";
import { ChangeList } from "./change-list.tsx";
import { FunctionDifference } from "./function-difference.tsx";
import { useFunctionIds } from "./use-function-ids.ts";

export type Preview = AnswerOf<"previewDeployment">;

/** How many sentences on what breaks a preview has. */
export const breakingOf = ({ changes }: Preview): string[] => changes.flatMap(({ breaking }) => breaking);

function Note({ tone, icon: Icon, children }: { tone: "bad" | "warn"; icon: LucideIcon; children: ReactNode }) {
  return (
    <div
      className={classNames(
        "flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm",
        tone === "bad" ? "border-bad-line bg-bad-soft" : "border-warn-line bg-warn-soft",
      )}
    >
      <Icon
        aria-hidden
        size={16}
        className={classNames("mt-0.5 shrink-0", tone === "bad" ? "text-bad" : "text-warn")}
      />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** What breaks, before anything happens. */
export function BreakingNote({ preview }: { preview: Preview }) {
  const sentences = breakingOf(preview);
  if (sentences.length === 0) return null;
  return (
    <Note tone="bad" icon={CircleAlert}>
      <p className="font-medium text-bad">
        {sentences.length === 1 ? "One change breaks callers" : `${sentences.length} changes break callers`}
      </p>
      <ul className="mt-1 grid list-disc gap-0.5 pl-4">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Note>
  );
}

/** The secrets that the target lacks: they hold up a release, and are a warning elsewhere. */
export function MissingSecretsNote({ preview }: { preview: Preview }) {
  const { missingSecrets, target, kind } = preview;
  if (missingSecrets.length === 0) return null;
  const holdsUp = kind === "release";
  return (
    <Note tone={holdsUp ? "bad" : "warn"} icon={holdsUp ? CircleAlert : TriangleAlert}>
      <p className={classNames("font-medium", holdsUp ? "text-bad" : "text-warn")}>
        {target === "production" ? "Production" : "Development"} lacks{" "}
        {missingSecrets.length === 1 ? "a secret" : `${missingSecrets.length} secrets`} that its Functions declare
      </p>
      <p className="mt-0.5 font-mono text-xs break-words">{missingSecrets.join(", ")}</p>
      <p className="mt-1">
        {holdsUp ? "Nothing is released until they are there. " : "Functions that read them fail. "}
        <Link to="/secrets" search={target === "production" ? { environment: "production" } : {}} className="link">
          Add them under Secrets
        </Link>
      </p>
    </Note>
  );
}

/** The server's own warnings: a draft that cannot be built, a pin that a release lifts. */
export function WarningsNote({ preview: { warnings } }: { preview: Preview }) {
  if (warnings.length === 0) return null;
  return (
    <Note tone="warn" icon={TriangleAlert}>
      <ul className="grid gap-0.5">
        {warnings.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Note>
  );
}

/** What stays as it is, whatever is deployed or rolled back. */
export const Unaffected = ({ preview, title }: { preview: Preview; title: string }) => (
  <section>
    <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
    <ul className="grid list-disc gap-0.5 pl-4 text-sm text-muted">
      {preview.unaffected.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </section>
);

/** The whole-Project difference of a preview, with the text of each Function that changes where both are known. */
export function PreviewChanges({ preview, from }: { preview: Preview; from?: "drafts" | "development" }) {
  const functionIds = useFunctionIds();
  const { target, kind } = preview;
  return (
    <ChangeList
      changes={preview.changes}
      functionIds={functionIds}
      empty={
        kind === "deploy"
          ? "The drafts are what Development serves: a deployment would change nothing."
          : "Both serve the same artifact: nothing would change."
      }
      detail={(change) => {
        const functionId = functionIds.get(change.name);
        const isText = change.kind === "function" && change.change === "changed" && change.fields.includes("code");
        return isText && functionId !== undefined && from !== undefined ? (
          <FunctionDifference functionId={functionId} slug={change.name} from={target} to={from} />
        ) : null;
      }}
    />
  );
}
