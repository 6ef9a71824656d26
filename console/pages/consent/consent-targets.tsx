import { targetParts } from "@ferrule/contract/mcp-bindings/target-of.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { counted } from "../../components/format.ts";
import { TargetName } from "../../components/show/target-name.tsx";

type Consent = AnswerOf<"getOauthConsent">;
type Target = Consent["targets"][number];

const words: Record<Target["changes"], readonly ["neutral" | "warn" | "bad", string]> = {
  reads: ["neutral", "only reads"],
  writes: ["warn", "changes things"],
  destroys: ["bad", "may delete or overwrite"],
  unknown: ["neutral", "may change things"],
};

const kindNames = { tool: "Tool", resource: "Resource", prompt: "Prompt" };
const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** What a program could do, in numbers: `call 3 tools, read 1 resource and use 2 prompts`. */
function whatText(kind: Consent["endpoint"]["kind"], targets: readonly Target[]): string {
  if (kind === "http") return `call ${counted(targets.length, "route")}`;
  const many = (of: keyof typeof kindNames) => targets.filter(({ name }) => targetParts(name).kind === of).length;
  const parts = [
    [many("tool"), "call", "tool"],
    [many("resource"), "read", "resource"],
    [many("prompt"), "use", "prompt"],
  ] as const;
  return listed.format(
    parts.flatMap(([number, verb, noun]) => (number === 0 ? [] : `${verb} ${counted(number, noun)}`)),
  );
}

/** The targets that a program could call, each with its effects. */
export function ConsentTargets({ kind, targets }: { kind: Consent["endpoint"]["kind"]; targets: readonly Target[] }) {
  if (targets.length === 0) return <p className="text-sm text-muted">There is nothing that it could call yet.</p>;
  return (
    <div>
      <h3 className="text-sm font-medium">It could {whatText(kind, targets)}</h3>
      <ul className="mt-2 grid gap-2">
        {targets.map(({ name, title, description, changes }) => (
          <li key={name} className="rounded-md border border-line px-3 py-2 text-sm">
            <span className="flex flex-wrap items-center gap-2">
              {title === null ? (
                <TargetName target={name} />
              ) : (
                <>
                  {targetParts(name).kind !== "tool" && <Badge>{kindNames[targetParts(name).kind]}</Badge>}
                  <span className="font-medium break-words">{title}</span>
                </>
              )}
              <Badge tone={words[changes][0]}>{words[changes][1]}</Badge>
            </span>
            {description !== "" && <span className="block text-xs text-muted">{description}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
