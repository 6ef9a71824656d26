import { cliSignInOperations } from "@ferrule/contract/operations/cli-sign-in.ts";
import { ShieldAlert } from "lucide-react";
import { z } from "zod";
import { api } from "../../api/api.ts";
import { useMe } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { SchemaForm } from "../../components/form/schema-form.tsx";
import { SubmitButton } from "../../components/form/submit-button.tsx";
import { Note } from "../../components/note.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Time } from "../../components/time.tsx";
import { givenRoles } from "../settings/given-roles.ts";
import { TokenRights } from "../settings/account/token-rights.tsx";

export interface Decision {
  isAllowed: boolean;
  machine: string;
}

const schema = cliSignInOperations.allowCliSignIn.body.omit({ validDays: true }).extend({ days: z.string() });

interface DeviceQuestionProps {
  asked: AnswerOf<"getCliSignIn">;
  onDecided: (decision: Decision) => void;
}

/** The question itself: the code to compare, the requesting machine, the token's rights, and the buttons. */
export function DeviceQuestion({ asked, onDecided }: DeviceQuestionProps) {
  const { user, activeProject } = useMe();
  const { userCode, machine, ip, isNear, createdAt, validDays } = asked;
  const params = { userCode };
  const deny = useAction("denyCliSignIn", { onSuccess: () => onDecided({ isAllowed: false, machine }) });
  return (
    <div className="grid max-w-2xl gap-4">
      <Note tone="warn" icon={ShieldAlert} title="Only allow this if you started it yourself">
        Your terminal must show the same code. If somebody sent you the code or a link to this page, they want to act in
        your name: do not allow it.
      </Note>
      <Card title="Does your terminal show this code?">
        <p className="mb-4 font-mono text-xl font-semibold tracking-widest">{userCode}</p>
        <Facts
          items={[
            ["Machine", machine],
            ["Address", `${ip ?? "unknown"}, ${isNear ? "the same as this browser's" : "another than this browser's"}`],
            ["Started", <Time key="at" at={createdAt} />],
            ["In your name", user.email],
          ]}
        />
      </Card>
      <Card title="What it may do">
        <SchemaForm
          schema={schema}
          initial={{
            projectId: asked.projectId ?? activeProject?.id ?? "",
            role: givenRoles(user.role).some(({ value }) => value === "developer") ? "developer" : user.role,
            days: String(validDays),
          }}
          onSubmit={async (values) => {
            const { days, ...rights } = schema.parse(values);
            await api.allowCliSignIn({ params, body: { ...rights, validDays: Number(days) } });
            onDecided({ isAllowed: true, machine });
          }}
        >
          <TokenRights wantedDays={validDays} />
          {deny.error && <ErrorNote error={deny.error} />}
          <div className="flex flex-wrap gap-2">
            <SubmitButton disabledReason={deny.isPending ? "The answer is on its way." : null}>Allow</SubmitButton>
            <Button busy={deny.isPending} onClick={() => deny.mutate({ params })}>
              Do not allow
            </Button>
          </div>
        </SchemaForm>
      </Card>
    </div>
  );
}
