import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { useDisabledReason } from "../../../../api/disabled-reason.ts";
import { EnvironmentBadge } from "../../../../components/badge.tsx";
import { Button } from "../../../../components/button/button.tsx";
import { Card } from "../../../../components/card.tsx";
import { counted } from "../../../../components/format.ts";
import { Skeleton } from "../../../../components/states.tsx";
import { Warning } from "../../../../components/warning.tsx";
import { environmentNames } from "../../../../shell/environment/environment-names.ts";
import { draftOf } from "../approvals/approval-draft.ts";
import { approvalSentence } from "../approvals/approval-sentence.ts";
import { limitSentences } from "../limits/limit-sentences.ts";
import { ruleSentence } from "../rules/rule-sentence.ts";
import { mayTouch, rulesOf, touched, whoCanCall, withheld, type Policy } from "../policy-sentence.ts";
import { useCallerIssuers } from "../callers/use-caller-issuers.ts";
import type { useDeclared } from "./use-declared.ts";

/** The card shows this many rules; the form shows all. */
const mostRules = 8;

const Answer = ({ question, children }: { question: string; children: ReactNode }) => (
  <div>
    <h3 className="text-xs font-medium text-muted">{question}</h3>
    <div className="mt-0.5 break-words">{children}</div>
  </div>
);

const Documentation = ({ address, isPublic }: { address: string; isPublic: boolean }) => (
  <p className="break-all">
    <a className="link" href={address} target="_blank" rel="noreferrer">
      {address}
    </a>
    {isPublic ? ", for everyone" : ", for callers"}
  </p>
);

const Rules = ({ sentences }: { sentences: readonly string[] }) => (
  <>
    <ol className="grid list-inside list-decimal gap-1">
      {sentences.slice(0, mostRules).map((sentence, index) => (
        <li key={index}>{sentence}</li>
      ))}
    </ol>
    {sentences.length > mostRules && (
      <p className="mt-1 text-muted">{counted(sentences.length - mostRules, "more rule", "more rules")}</p>
    )}
  </>
);

type DeclaredUses = ReturnType<typeof useDeclared>;

function Uses({
  permissions,
  declared: { declared, isKnown },
}: Pick<Policy, "permissions"> & { declared: DeclaredUses }) {
  if (!isKnown) return <Skeleton className="mt-1 h-16" />;
  const groups = touched(permissions, declared);
  const lacking = withheld(permissions, declared);
  return (
    <>
      <p>{mayTouch(permissions, declared)}</p>
      {groups.length > 0 && (
        <dl className="mt-2 grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1.5">
          {groups.map(({ label, names }) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="font-mono text-xs leading-5 break-all">{names.join(", ")}</dd>
            </div>
          ))}
        </dl>
      )}
      {lacking.length > 0 && (
        <div className="mt-2 text-xs">
          <Warning>Functions bound here also declare {lacking.join(", ")}, which this policy denies.</Warning>
        </div>
      )}
    </>
  );
}

interface PolicyCardProps {
  policy: Policy;
  /** The endpoint's address in the policy's environment. */
  url: string;
  declared: DeclaredUses;
  onEdit: () => void;
}

/** One policy in sentences: who can call, and what can they access? */
export function PolicyCard({ policy, url, declared, onEdit }: PolicyCardProps) {
  const { environment, permissions } = policy;
  const forbidden = useDisabledReason("replaceAuthPolicy", environment);
  const issuers = useCallerIssuers();
  const rules = rulesOf(policy);
  const limits = limitSentences(policy);
  const { documentation = "off" } = policy.caller;
  return (
    <Card
      className={environment === "production" ? "border-production-line" : ""}
      title={<EnvironmentBadge environment={environment} />}
      actions={
        <Button
          size="sm"
          icon={Pencil}
          disabledReason={forbidden}
          aria-label={`Edit policy of ${environmentNames[environment]}`}
          onClick={onEdit}
        >
          Edit policy
        </Button>
      }
    >
      <div className="grid gap-3 text-sm">
        <Answer question="Who can call this?">{whoCanCall(policy, issuers)}</Answer>
        {documentation !== "off" && (
          <Answer question="Where is its documentation?">
            <Documentation address={`${url}/-/reference`} isPublic={documentation === "public"} />
          </Answer>
        )}
        {rules.length > 0 && (
          <Answer question="What may they call?">
            <Rules sentences={rules.map(ruleSentence)} />
          </Answer>
        )}
        {limits.length > 0 && <Answer question="From where, and how often?">{limits.join(" ")}</Answer>}
        {policy.approvals.length > 0 && (
          <Answer question="Which calls wait for approval?">
            <Rules sentences={policy.approvals.map((rule) => approvalSentence(draftOf(rule)))} />
          </Answer>
        )}
        <Answer question="What can calls use?">
          <Uses permissions={permissions} declared={declared} />
        </Answer>
      </div>
    </Card>
  );
}
