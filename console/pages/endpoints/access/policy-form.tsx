import { plainProblem } from "@ferrule/contract/json/plain-problem.ts";
import { newAuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useAction } from "../../../api/use-action.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { environmentNames } from "../../../shell/environment-names.ts";
import { NameList } from "../../functions/code/name-list.tsx";
import type { Endpoint } from "../endpoint.ts";
import { RadioChoice } from "../../../components/form/radio-choice.tsx";
import { AllowedUses } from "./allowed-uses.tsx";
import { CallerChoice } from "./caller-choice.tsx";
import { callerProblem } from "./caller-problem.ts";
import { LimitFields } from "./limit-fields.tsx";
import { limitProblem, limitSentences } from "./limit-sentences.ts";
import { DocumentationChoice } from "./documentation-choice.tsx";
import { mayTouch, touched, whoCanCall, type Declared, type Policy } from "./policy-sentence.ts";
import { useCallerIssuers } from "./use-caller-issuers.ts";

const originSchema = newAuthPolicy.shape.allowedOrigins;

interface OriginsFieldProps {
  values: string[];
  onChange: (values: string[]) => void;
}

function OriginsField({ values, onChange }: OriginsFieldProps) {
  return (
    <NameList
      label="Web pages"
      hint="Origins whose pages can call from a browser. * allows any. Servers and agents do not need one."
      placeholder="https://app.example.com"
      values={values}
      problemOf={(text) => {
        const parsed = originSchema.safeParse([text], { error: plainProblem });
        return parsed.success ? null : (parsed.error.issues[0]?.message ?? "Not valid.");
      }}
      onChange={onChange}
    />
  );
}

interface PermissionFieldsProps {
  permissions: Policy["permissions"];
  /** The allowed names, when not everything is allowed. */
  listed: Declared;
  declared: Declared;
  onPermissions: (next: Policy["permissions"]) => void;
  onListed: (next: Declared) => void;
}

function PermissionFields({ permissions, listed, declared, onPermissions, onListed }: PermissionFieldsProps) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">What calls can use</legend>
      <RadioChoice
        name="permissions"
        label="Everything its Function declares"
        detail="The Function's own permissions are the limit."
        isChosen={permissions === "*"}
        onChoose={() => onPermissions("*")}
      />
      <RadioChoice
        name="permissions"
        label="Only what is listed here"
        detail="Only what both the Function declares and this list allows."
        isChosen={permissions !== "*"}
        onChoose={() => onPermissions(listed)}
      />
      {permissions !== "*" && <AllowedUses value={listed} declared={declared} onChange={onListed} />}
    </fieldset>
  );
}

/** The policy in words, or why it cannot be saved. */
function Summary({ policy, declared, problem }: { policy: Policy; declared: Declared; problem: string | null }) {
  const groups = touched(policy.permissions, declared);
  const issuers = useCallerIssuers();
  return (
    <section aria-label="Summary" aria-live="polite" className="rounded-md bg-sunken px-3 py-2.5 text-sm">
      {problem === null ? (
        <p>{[whoCanCall(policy, issuers), ...limitSentences(policy)].join(" ")}</p>
      ) : (
        <p className="flex items-start gap-1.5 text-warn">
          <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          {problem}
        </p>
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

/** Edits the policy of one environment. Its summary is above the buttons. */
export function PolicyForm({
  endpoint,
  policy,
  declared,
  targets,
  onClose,
}: {
  endpoint: Endpoint;
  policy: Policy;
  declared: Declared;
  /** The tools or routes bound here. */
  targets: readonly string[];
  onClose: () => void;
}) {
  const { environment } = policy;
  const isProduction = environment === "production";
  const [revision] = useState(policy.revision);
  const [caller, setCaller] = useState(policy.caller);
  const [documentation, setDocumentation] = useState(policy.caller.documentation ?? "off");
  const [permissions, setPermissions] = useState(policy.permissions);
  const [listed, setListed] = useState(policy.permissions === "*" ? declared : policy.permissions);
  const [allowedOrigins, setOrigins] = useState<string[]>(policy.allowedOrigins);
  const [allowedAddresses, setAddresses] = useState<string[]>(policy.allowedAddresses);
  const [limits, setLimits] = useState(policy.limits);
  const save = useAction("replaceAuthPolicy", {
    changes: [
      "listEndpointAuthPolicies",
      "listAuthPolicies",
      "getRuntimeEndpoint",
      "evaluateAuthPolicy",
      "listQuotaUses",
    ],
    onSuccess: () => {
      toast("The policy was saved", "It takes effect within a second");
      onClose();
    },
  });
  const next = permissions === "*" ? ("*" as const) : listed;
  const given: Policy = { ...policy, caller, permissions: next, allowedOrigins, allowedAddresses, limits };
  const problem = callerProblem(caller) ?? limitProblem(limits);
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
            onClick={() =>
              save.mutate({
                params: { endpointId: endpoint.id },
                body: {
                  environment,
                  caller: { ...caller, documentation: documentation === "off" ? undefined : documentation },
                  permissions: next,
                  allowedOrigins,
                  allowedAddresses,
                  limits,
                },
                headers: { "if-match": `"${revision}"` },
              })
            }
          >
            {isProduction ? "Save for Production" : "Save policy"}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <CallerChoice
          value={caller}
          kind={endpoint.kind}
          isProduction={isProduction}
          targets={targets}
          onChange={setCaller}
        />
        <OriginsField values={allowedOrigins} onChange={setOrigins} />
        <LimitFields addresses={allowedAddresses} onAddresses={setAddresses} limits={limits} onLimits={setLimits} />
        {endpoint.kind === "http" && <DocumentationChoice value={documentation} onChange={setDocumentation} />}
        <PermissionFields
          permissions={permissions}
          listed={listed}
          declared={declared}
          onPermissions={setPermissions}
          onListed={setListed}
        />
        <Summary policy={given} declared={declared} problem={problem} />
        {save.error && <ErrorNote error={save.error} />}
      </div>
    </Dialog>
  );
}
