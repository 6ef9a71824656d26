import { Link } from "@tanstack/react-router";
import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { AnswerOf } from "../../api/use-operation.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { Note } from "../../components/note.tsx";
import { ChangeList } from "./change-list.tsx";
import { FunctionDifference } from "./differences/function-difference.tsx";
import { NotDeployed } from "./not-deployed.tsx";
import { count, counted } from "../../components/format.ts";

const KeptDifference = lazyPart(() => import("./differences/kept-difference.tsx"), "KeptDifference");

export type Preview = AnswerOf<"previewDeployment">;

/** A preview's sentences about what breaks. */
export const breakingOf = ({ changes }: Preview): string[] => changes.flatMap(({ breaking }) => breaking);

/** How many sentences or names to show at first. */
const shownAtOnce = 20;

/** Sentences, of which a button shows the rest if there are many. */
function Sentences({ sentences, className = "" }: { sentences: readonly string[]; className?: string }) {
  const [isWhole, setWhole] = useState(false);
  const more = isWhole ? 0 : sentences.length - shownAtOnce;
  return (
    <ul className={`grid gap-0.5 ${className}`}>
      {(isWhole ? sentences : sentences.slice(0, shownAtOnce)).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {more > 0 && (
        <li>
          <button type="button" className="link min-h-6" onClick={() => setWhole(true)}>
            {count(more)} more
          </button>
        </li>
      )}
    </ul>
  );
}

function BreakingNote({ preview }: { preview: Preview }) {
  const sentences = breakingOf(preview);
  if (sentences.length === 0) return null;
  return (
    <Note
      tone="bad"
      icon={CircleAlert}
      title={`${counted(sentences.length, "change breaks", "changes break")} callers`}
    >
      <Sentences className="mt-1 list-disc pl-4" sentences={sentences} />
    </Note>
  );
}

/** What would break callers, if somebody could call it. */
function UncalledNote({ preview: { changes } }: { preview: Preview }) {
  const sentences = changes.flatMap(({ uncalled = [] }) => uncalled);
  if (sentences.length === 0) return null;
  return (
    <Note icon={Info} title={`${counted(sentences.length, "change breaks", "changes break")} nobody`}>
      <p>Nobody calls these: they have no key, no open policy and no cron.</p>
      <Sentences className="mt-1 list-disc pl-4" sentences={sentences} />
    </Note>
  );
}

interface Missing {
  preview: Preview;
  names: readonly string[];
  what: "secret" | "connection";
  page: "/secrets" | "/connections";
  title: string;
}

/** The missing things of one kind: they block a release; for other actions they are only a warning. */
function MissingNote({ preview: { target, kind }, names, what, page, title }: Missing) {
  if (names.length === 0) return null;
  const holdsUp = kind === "release";
  return (
    <Note
      tone={holdsUp ? "bad" : "warn"}
      icon={holdsUp ? CircleAlert : TriangleAlert}
      title={`${target === "production" ? "Production" : "Development"} is missing ${counted(names.length, what)}`}
    >
      <p className="mt-0.5 font-mono text-xs break-words">
        {names.slice(0, shownAtOnce).join(", ")}
        {names.length > shownAtOnce && ` and ${count(names.length - shownAtOnce)} more`}
      </p>
      <p className="mt-1">
        {holdsUp ? "Add them before you release. " : "Functions that need them will fail. "}
        <Link to={page} search={target === "production" ? { environment: "production" } : {}} className="link">
          Add them under {title}
        </Link>
      </p>
    </Note>
  );
}

/** The secrets and connections that the target lacks. */
const MissingNotes = ({ preview }: { preview: Preview }) => (
  <>
    <MissingNote preview={preview} names={preview.missingSecrets} what="secret" page="/secrets" title="Secrets" />
    <MissingNote
      preview={preview}
      names={preview.missingConnections}
      what="connection"
      page="/connections"
      title="Connections"
    />
  </>
);

/** The server's own warnings: for example, a draft that does not build, or a pin that a release removes. */
function WarningsNote({ preview: { warnings } }: { preview: Preview }) {
  if (warnings.length === 0) return null;
  return (
    <Note tone="warn" icon={TriangleAlert}>
      <Sentences sentences={warnings} />
    </Note>
  );
}

const unaffectedTitles: Record<Preview["kind"], string> = {
  deploy: "Already live, no deployment needed",
  release: "Stays as it is",
  rollback: "Not rolled back",
};

/** What no deployment or rollback changes. */
const Unaffected = ({ preview }: { preview: Preview }) => (
  <section>
    <h3 className="mb-1 text-xs font-medium text-muted">{unaffectedTitles[preview.kind]}</h3>
    <ul className="grid list-disc gap-0.5 pl-4 text-sm text-muted">
      {preview.unaffected.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </section>
);

/** What becomes of the runs that have not ended. */
function RunsUnderWay({ preview: { runs } }: { preview: Preview }) {
  if (runs.length === 0) return null;
  const failing = runs.filter(({ effect }) => effect === "fail");
  const others = runs.filter(({ effect }) => effect !== "fail");
  return (
    <section aria-label="Runs under way">
      <h3 className="mb-1 text-xs font-medium text-muted">Runs under way</h3>
      {failing.length > 0 && (
        <Note tone="bad" icon={CircleAlert}>
          <SentencesOf runs={failing} />
        </Note>
      )}
      <SentencesOf runs={others} />
    </section>
  );
}

const SentencesOf = ({ runs }: { runs: Preview["runs"] }) => (
  <ul className="grid list-disc gap-0.5 pl-4 text-sm">
    {runs.map(({ said }) => (
      <li key={said}>{said}</li>
    ))}
  </ul>
);

/** The source of the changed texts. It is unknown for a rollback. */
const textsFrom = { deploy: "drafts", release: "development", rollback: undefined } as const;

const isKeptField = (field: string) => field === "content" || field === "messages";

/** The Project-wide changes of a preview, with a text diff for each changed Function, resource and prompt whose two texts are known. */
function Changes({ preview }: { preview: Preview }) {
  const { target, kind, current, next } = preview;
  const from = textsFrom[kind];
  return (
    <ChangeList
      changes={preview.changes}
      empty={
        kind === "deploy"
          ? "Development already serves these drafts. There is nothing to deploy."
          : "Both serve the same artifact. Nothing would change."
      }
      detail={(change) => {
        const isKept = change.kind === "mcp-binding" && change.change === "changed" && change.fields.some(isKeptField);
        if (isKept && current !== null) {
          const to = next === null ? null : next.projectDeploymentId;
          return <KeptDifference bindingId={change.id} name={change.name} from={current.projectDeploymentId} to={to} />;
        }
        const isText = change.kind === "function" && change.change === "changed" && change.fields.includes("code");
        return isText && from !== undefined ? (
          <FunctionDifference functionId={change.id} slug={change.name} from={target} to={from} />
        ) : null;
      }}
    />
  );
}

/** The content of a preview: missing things and breaking changes first, then what changes and what stays. */
export const PreviewParts = ({ preview }: { preview: Preview }) => (
  <>
    <MissingNotes preview={preview} />
    <BreakingNote preview={preview} />
    <UncalledNote preview={preview} />
    <WarningsNote preview={preview} />
    <Changes preview={preview} />
    <NotDeployed functions={preview.notDeployed} />
    <RunsUnderWay preview={preview} />
    <Unaffected preview={preview} />
  </>
);
