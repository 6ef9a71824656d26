import { Pencil, TriangleAlert } from "lucide-react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { counted } from "../../../components/format.ts";
import { Skeleton } from "../../../components/states.tsx";
import { environmentNames } from "../../../shell/environment-names.ts";
import { limitSentences } from "./limit-sentences.ts";
import { ruleSentence } from "./rule-sentence.ts";
import { mayTouch, rulesOf, touched, whoCanCall, withheld, type Policy } from "./policy-sentence.ts";
import { useCallerIssuers } from "./use-caller-issuers.ts";
import type { useDeclared } from "./use-declared.ts";

/** The card shows this many rules; the form shows all. */
const mostRules = 8;

/** One policy in sentences: who can call this, and what may it access? */
export function PolicyCard({
  policy,
  url,
  declared: { declared, isKnown },
  onEdit,
}: {
  policy: Policy;
  /** The endpoint's address in the policy's environment. */
  url: string;
  declared: ReturnType<typeof useDeclared>;
  onEdit: () => void;
}) {
  const { environment, permissions } = policy;
  const forbidden = useDisabledReason("replaceAuthPolicy", environment);
  const issuers = useCallerIssuers();
  const rules = rulesOf(policy);
  const limits = limitSentences(policy);
  const groups = touched(permissions, declared);
  const lacking = isKnown ? withheld(permissions, declared) : [];
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
        <div>
          <h3 className="text-xs font-medium text-muted">Who can call this?</h3>
          <p className="mt-0.5 break-words">{whoCanCall(policy, issuers)}</p>
        </div>
        {policy.caller.documentation !== undefined && policy.caller.documentation !== "off" && (
          <div>
            <h3 className="text-xs font-medium text-muted">Where is its documentation?</h3>
            <p className="mt-0.5 break-all">
              <a className="link" href={`${url}/-/reference`} target="_blank" rel="noreferrer">
                {url}/-/reference
              </a>
              {policy.caller.documentation === "public" ? ", for everyone" : ", for callers"}
            </p>
          </div>
        )}
        {rules.length > 0 && (
          <div>
            <h3 className="text-xs font-medium text-muted">What may they call?</h3>
            <ol className="mt-0.5 grid list-inside list-decimal gap-1 break-words">
              {rules.slice(0, mostRules).map((rule, index) => (
                <li key={index}>{ruleSentence(rule)}</li>
              ))}
            </ol>
            {rules.length > mostRules && (
              <p className="mt-1 text-muted">{counted(rules.length - mostRules, "more rule", "more rules")}</p>
            )}
          </div>
        )}
        {limits.length > 0 && (
          <div>
            <h3 className="text-xs font-medium text-muted">From where, and how often?</h3>
            <p className="mt-0.5 break-words">{limits.join(" ")}</p>
          </div>
        )}
        <div>
          <h3 className="text-xs font-medium text-muted">What can calls use?</h3>
          {isKnown ? (
            <>
              <p className="mt-0.5">{mayTouch(permissions, declared)}</p>
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
                <p className="mt-2 flex items-start gap-1.5 text-xs text-warn">
                  <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
                  Functions bound here also declare {lacking.join(", ")}, which this policy denies.
                </p>
              )}
            </>
          ) : (
            <Skeleton className="mt-1 h-16" />
          )}
        </div>
      </div>
    </Card>
  );
}
