import type { AnswerOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { counted } from "../../components/format.ts";

type Consent = AnswerOf<"getOauthConsent">;
type Target = Consent["targets"][number];

const words: Record<Target["changes"], readonly ["neutral" | "warn" | "bad", string]> = {
  reads: ["neutral", "only reads"],
  writes: ["warn", "changes things"],
  destroys: ["bad", "may delete or overwrite"],
  unknown: ["neutral", "may change things"],
};

/** The targets that a program could call, each with its effects. */
export function ConsentTargets({ kind, targets }: { kind: Consent["endpoint"]["kind"]; targets: readonly Target[] }) {
  const word = kind === "mcp" ? "tool" : "route";
  if (targets.length === 0) return <p className="text-sm text-muted">There is no {word} that it could call yet.</p>;
  return (
    <div>
      <h3 className="text-sm font-medium">It could call {counted(targets.length, word)}</h3>
      <ul className="mt-2 grid gap-2">
        {targets.map(({ name, title, description, changes }) => (
          <li key={name} className="rounded-md border border-line px-3 py-2 text-sm">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium break-all">{title ?? name}</span>
              <Badge tone={words[changes][0]}>{words[changes][1]}</Badge>
            </span>
            {description !== "" && <span className="block text-xs text-muted">{description}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
