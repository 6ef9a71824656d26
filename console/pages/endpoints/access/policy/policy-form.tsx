import { weakenedApprovals } from "@ferrule/contract/permissions/weakened-approvals.ts";
import { newAuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { useState } from "react";
import { ifMatch } from "../../../../api/if-match.ts";
import { useAction } from "../../../../api/use-action.ts";
import { Button } from "../../../../components/button/button.tsx";
import { RadioChoices } from "../../../../components/form/radio-choices.tsx";
import { Dialog } from "../../../../components/overlay/dialog.tsx";
import { Unsaved } from "../../../../components/overlay/unsaved.tsx";
import { ErrorNote } from "../../../../components/show/error-note.tsx";
import { toast } from "../../../../components/overlay/toast.tsx";
import { Warning } from "../../../../components/warning.tsx";
import { environmentNames } from "../../../../shell/environment/environment-names.ts";
import { NameList } from "../../../functions/code/permissions/name-list.tsx";
import { PermissionFields } from "../../../functions/code/permissions/permission-fields.tsx";
import type { Endpoint } from "../../endpoint.ts";
import { approvalProblem, draftOf, ruleOf, type ApprovalDraft } from "../approvals/approval-draft.ts";
import { ApprovalFields } from "../approvals/approval-fields.tsx";
import { approvalSentence } from "../approvals/approval-sentence.ts";
import { WeakenedNote } from "../approvals/weakened-note.tsx";
import { CallerChoice } from "./caller-choice.tsx";
import { callerProblem } from "./caller-problem.ts";
import { LimitFields } from "../limits/limit-fields.tsx";
import { limitProblem, limitSentences } from "../limits/limit-sentences.ts";
import { DocumentationChoice } from "./documentation-choice.tsx";
import { problemIn } from "../problem-in.ts";
import { mayTouch, touched, whoCanCall, type Declared, type Policy } from "../policy-sentence.ts";
import { useCallerIssuers } from "../callers/use-caller-issuers.ts";

interface PermissionChoiceProps {
  permissions: Policy["permissions"];
  /** The allowed names, if not everything is allowed. */
  listed: Declared;
  declared: Declared;
  onPermissions: (next: Policy["permissions"]) => void;
}

const permissionChoices = [
  {
    value: "all",
    label: "Everything its Function declares",
    detail: "The Function's own permissions are the limit.",
  },
  {
    value: "listed",
    label: "Only what is listed here",
    detail: "Only what both the Function declares and this list allows.",
  },
] as const;

const PermissionChoice = ({ permissions, listed, declared, onPermissions }: PermissionChoiceProps) => (
  <fieldset className="grid gap-1.5">
    <legend className="mb-1.5 text-sm font-medium">What calls can use</legend>
    <RadioChoices
      name="permissions"
      value={permissions === "*" ? "all" : "listed"}
      choices={permissionChoices}
      onChange={(next) => onPermissions(next === "all" ? "*" : listed)}
    />
    {permissions !== "*" && (
      <div className="grid gap-4 rounded-md border border-line p-3">
        <PermissionFields side="policy" value={permissions} declared={declared} onChange={onPermissions} />
      </div>
    )}
  </fieldset>
);

/** A policy while it is edited. */
type Draft = Policy & { approvals: readonly ApprovalDraft[] };

/** The policy in words, or why it cannot be saved. */
function Summary({ policy, declared, problem }: { policy: Draft; declared: Declared; problem: string | null }) {
  const groups = touched(policy.permissions, declared);
  const issuers = useCallerIssuers();
  return (
    <section aria-label="Summary" aria-live="polite" className="rounded-md bg-sunken px-3 py-2.5 text-sm">
      {problem === null ? (
        <p>
          {[whoCanCall(policy, issuers), ...limitSentences(policy), ...policy.approvals.map(approvalSentence)].join(
            " ",
          )}
        </p>
      ) : (
        <Warning>{problem}</Warning>
      )}
      <p className="mt-1">
        {mayTouch(policy.permissions, declared)}{" "}
        {groups.length > 0 && (
          <span className="font-mono text-xs break-all">{groups.map(({ names }) => names.join(", ")).join(" · ")}</span>
        )}
      </p>
    </section>
  );
}

interface PolicyFormProps {
  endpoint: Endpoint;
  policy: Policy;
  declared: Declared;
  /** The tools or routes bound here. */
  targets: readonly string[];
  onClose: () => void;
}

type FieldsProps = Omit<PolicyFormProps, "policy" | "onClose"> & {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
};

function PolicyFields({ endpoint, draft, declared, targets, onChange }: FieldsProps) {
  const { environment, caller, permissions, allowedOrigins, allowedAddresses, limits, approvals } = draft;
  const [listed, setListed] = useState(permissions === "*" ? declared : permissions);
  const { documentation, ...credentials } = caller;
  return (
    <>
      <CallerChoice
        value={credentials}
        kind={endpoint.kind}
        isProduction={environment === "production"}
        targets={targets}
        onChange={(next) => onChange({ caller: { ...next, documentation } })}
      />
      <NameList
        label="CORS origins"
        hint="Web pages of these origins can call from a browser. * allows any. Servers and agents need none."
        placeholder="https://app.example.com"
        values={allowedOrigins}
        problemOf={(text) => problemIn(newAuthPolicy.shape.allowedOrigins, [text])}
        onChange={(origins) => onChange({ allowedOrigins: origins })}
      />
      <LimitFields
        addresses={allowedAddresses}
        onAddresses={(addresses) => onChange({ allowedAddresses: addresses })}
        limits={limits}
        onLimits={(next) => onChange({ limits: next })}
      />
      <ApprovalFields
        value={approvals}
        kind={endpoint.kind}
        targets={targets}
        onChange={(next) => onChange({ approvals: next })}
      />
      {endpoint.kind === "http" && (
        <DocumentationChoice
          value={documentation ?? "off"}
          onChange={(next) => onChange({ caller: { ...caller, documentation: next === "off" ? undefined : next } })}
        />
      )}
      <PermissionChoice
        permissions={permissions}
        listed={listed}
        declared={declared}
        onPermissions={(next) => {
          if (next !== "*") setListed(next);
          onChange({ permissions: next });
        }}
      />
    </>
  );
}

/** Edits the policy of one environment. Its summary is above the buttons. */
export function PolicyForm({ policy, onClose, ...given }: PolicyFormProps) {
  const { environment } = policy;
  const isProduction = environment === "production";
  const [initial] = useState<Draft>(() => ({ ...policy, approvals: policy.approvals.map(draftOf) }));
  const [draft, setDraft] = useState(initial);
  const approvals = draft.approvals.map(ruleOf);
  const save = useAction("replaceAuthPolicy", {
    onSuccess: () => {
      toast("The policy was saved", "It takes effect within a second");
      onClose();
    },
  });
  const problem = callerProblem(draft.caller) ?? limitProblem(draft.limits) ?? approvalProblem(draft.approvals);
  const weakened = problem === null ? weakenedApprovals(policy.approvals, approvals) : [];
  const isWeaker = weakened.length > 0;
  const submit = () => {
    const { caller, permissions, allowedOrigins, allowedAddresses, limits, revision } = draft;
    save.mutate({
      params: { endpointId: given.endpoint.id },
      body: { environment, caller, permissions, allowedOrigins, allowedAddresses, limits, approvals },
      headers: ifMatch(revision),
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Policy of ${environmentNames[environment]}`}
      description="It applies to new calls within a second, without a deployment."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={isProduction ? "production" : "primary"}
            busy={save.isPending}
            disabledReason={problem}
            onClick={submit}
          >
            {isWeaker ? "Save with less approval" : isProduction ? "Save for Production" : "Save policy"}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Unsaved when={draft !== initial} />
        <PolicyFields {...given} draft={draft} onChange={(change) => setDraft((now) => ({ ...now, ...change }))} />
        <Summary policy={draft} declared={given.declared} problem={problem} />
        {isWeaker && <WeakenedNote names={weakened} />}
        {save.error && <ErrorNote error={save.error} />}
      </div>
    </Dialog>
  );
}
