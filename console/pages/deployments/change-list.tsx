import type { PromptFields, ResourceFields, RouteFields, ToolFields } from "@ferrule/contract/resources/binding.ts";
import type { FunctionDraft } from "@ferrule/contract/resources/function.ts";
import { Link } from "@tanstack/react-router";
import { CircleAlert, KeyRound, Minus, Pencil, Plus, type LucideIcon } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { classNames } from "../../components/class-names.ts";
import { count } from "../../components/format.ts";
import { VirtualChanges } from "./virtual-changes.tsx";
import type { Change, Deployment } from "./words.ts";

type Shown = Change & { schemaUnknown?: boolean; reached?: boolean };

/** More of one kind than this scroll by themselves. */
const mostInPage = 50;

const groups: readonly { kind: Change["kind"]; title: string }[] = [
  { kind: "function", title: "Functions" },
  { kind: "mcp-binding", title: "Tools, resources and prompts" },
  { kind: "http-binding", title: "Routes" },
  { kind: "endpoint", title: "Endpoints" },
  { kind: "library", title: "Libraries" },
  { kind: "collection", title: "Collections" },
];

const looks: Record<Change["change"], { icon: LucideIcon; color: string }> = {
  added: { icon: Plus, color: "text-good" },
  changed: { icon: Pencil, color: "text-accent" },
  removed: { icon: Minus, color: "text-bad" },
};

type Field =
  | keyof (FunctionDraft & ToolFields & ResourceFields & PromptFields & RouteFields)
  | "code"
  | "unknownArguments";

const fieldNames: Record<Field, string> = {
  code: "code",
  name: "name",
  description: "description",
  source: "source",
  tests: "tests",
  inputSchema: "input schema",
  outputSchema: "output schema",
  permissions: "permissions",
  timeoutMs: "time limit",
  memoryMb: "memory limit",
  run: "durable run",
  runPolicy: "rules of its runs",
  toolName: "tool name",
  title: "title",
  annotations: "annotations",
  functionId: "the Function called",
  enabled: "enabled",
  icons: "icons",
  uri: "URI",
  mimeType: "media type",
  content: "content",
  messages: "messages",
  arguments: "arguments",
  audience: "audience",
  priority: "priority",
  method: "method",
  path: "path",
  successStatus: "status",
  bodyType: "type of body",
  bodyProperty: "where the body goes",
  scope: "scope",
  idempotency: "idempotency keys",
  etag: "ETag",
  whenClientLeaves: "what happens when the client leaves",
  delivery: "how it answers at once",
  unknownArguments: "what becomes of unknown arguments",
};
const isField = (name: string): name is Field => Object.hasOwn(fieldNames, name);

/** Display names of fields. */
const saidFields = (fields: readonly string[]) =>
  fields.map((field) => (isField(field) ? fieldNames[field] : field)).join(", ");

interface ChangeListProps {
  changes: readonly Shown[];
  /** Shown below a change: its text diff. */
  detail?: (change: Shown) => ReactNode;
  empty: ReactNode;
}

/** The Project-wide changes by kind, each with its effect on callers. */
export function ChangeList({ changes, detail, empty }: ChangeListProps) {
  const grouped = useMemo(
    () => groups.map((group) => ({ ...group, own: changes.filter(({ kind }) => kind === group.kind) })),
    [changes],
  );
  if (changes.length === 0) return <p className="text-sm text-muted">{empty}</p>;
  return (
    <div className="grid grid-cols-1 gap-4">
      {grouped
        .filter(({ own }) => own.length > 0)
        .map(({ kind, title, own }) => (
          <section key={kind} aria-label={title}>
            <p className="mb-1 flex flex-wrap gap-x-2 text-xs font-medium text-muted">
              {title} · {count(own.length)}
              {own.length > mostInPage && <ChangeCount counts={countsOf(own)} />}
            </p>
            {own.length > mostInPage ? (
              <VirtualChanges
                label={`${title} that change`}
                changes={own}
                row={(change) => <ChangeRow change={change} detail={detail} />}
              />
            ) : (
              <ul className="divide-y divide-line overflow-hidden rounded-md border border-line">
                {own.map((change) => (
                  <li key={change.id} className="bg-surface px-3 py-2 text-sm">
                    <ChangeRow change={change} detail={detail} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
    </div>
  );
}

const countsOf = (changes: readonly Change[]) => ({
  added: changes.filter(({ change }) => change === "added").length,
  changed: changes.filter(({ change }) => change === "changed").length,
  removed: changes.filter(({ change }) => change === "removed").length,
});

function ChangeRow({ change, detail }: { change: Shown; detail: ChangeListProps["detail"] }) {
  const { icon: Icon, color } = looks[change.change];
  // A removed Function may no longer exist, so it gets no link.
  const functionId = change.kind === "function" && change.change !== "removed" ? change.id : null;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <Icon aria-hidden size={13} strokeWidth={2.4} className={classNames("shrink-0 self-center", color)} />
        {functionId === null ? (
          <span className="font-medium break-words">{change.name}</span>
        ) : (
          <Link
            to="/functions/$functionId"
            params={{ functionId }}
            search={{ tab: "versions" }}
            className="font-medium break-words hover:underline"
          >
            {change.name}
          </Link>
        )}
        <span className={color}>{change.change}</span>
        {change.fields.length > 0 && <span className="text-muted">{saidFields(change.fields)}</span>}
      </div>
      {change.change !== "removed" &&
        change.permissions.map(({ kind, name, change: how, said }) => (
          <p key={`${kind} ${name}`} className="mt-1 flex items-start gap-1.5">
            <KeyRound aria-hidden size={14} className={classNames("mt-0.5 shrink-0", looks[how].color)} />
            <span>{said}</span>
          </p>
        ))}
      {change.breaking.map((sentence) => (
        <p key={sentence} className="mt-1 flex items-start gap-1.5 text-bad">
          <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          <span>
            <strong className="font-medium">Breaking:</strong> {sentence}
          </span>
        </p>
      ))}
      {change.uncalled?.map((sentence) => (
        <p key={sentence} className="mt-1 text-muted">
          Nobody calls this: {sentence}
        </p>
      ))}
      {change.schemaUnknown === true && (
        <p className="mt-1 text-muted">
          Not checked since its last edit. {change.reached === true ? "It might break callers." : "It might not build."}
        </p>
      )}
      {detail?.(change)}
    </>
  );
}

interface ChangeCountProps {
  counts: Pick<Deployment["changeCounts"], "added" | "changed" | "removed">;
}

/** The number of changes in short form, `+2 ~1 −1`; in words for a screen reader. */
export function ChangeCount({ counts: { added, changed, removed } }: ChangeCountProps) {
  const counts = [
    { sign: "+", word: "added", color: "text-good", many: added },
    { sign: "~", word: "changed", color: "text-accent", many: changed },
    { sign: "−", word: "removed", color: "text-bad", many: removed },
  ].filter((each) => each.many > 0);
  if (counts.length === 0) return <span className="text-faint">none</span>;
  return (
    <span className="inline-flex gap-2">
      {counts.map(({ sign, word, color, many: number }) => (
        <span key={word} className={color}>
          <span aria-hidden>
            {sign}
            {count(number)}
          </span>
          <span className="quiet">
            {number} {word}
          </span>
        </span>
      ))}
    </span>
  );
}
