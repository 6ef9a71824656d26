import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "@ferrule/contract/api-error.ts";
import { useOperation } from "../../api/use-operation.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { Note } from "../../components/note.tsx";
import { Page } from "../../components/page.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { SkeletonRows } from "../../components/states.tsx";
import type { Decision } from "./device-question.tsx";

// Their forms bring the schemas, which are heavy.
const waiting = <SkeletonRows rows={5} />;
const CodeForm = lazyPart(() => import("./code-form.tsx"), "CodeForm", waiting);
const DeviceQuestion = lazyPart(() => import("./device-question.tsx"), "DeviceQuestion", waiting);

/** The sign-in that waits with a code. Each look-up of a wrong code counts, so we look it up only once. */
function Asked({ code, onDecided }: { code: string; onDecided: (decision: Decision) => void }) {
  const once = { retry: false, refetchOnWindowFocus: false, staleTime: Infinity, gcTime: 0 };
  const { data, error } = useOperation("getCliSignIn", { params: { userCode: code } }, once);
  if (data) return <DeviceQuestion asked={data} onDecided={onDecided} />;
  if (error === null) return <SkeletonRows rows={5} />;
  const isGone = error instanceof ApiError && error.code === "NOT_FOUND";
  return (
    <div className="grid max-w-2xl gap-4">
      {isGone ? (
        <Note tone="warn" role="status" title={error.message}>
          Check the code, or start again in the terminal. Nothing was allowed.
        </Note>
      ) : (
        <ErrorNote error={error} />
      )}
      <CodeForm code={code} />
    </div>
  );
}

const Decided = ({ decision: { isAllowed, machine } }: { decision: Decision }) => (
  <div className="max-w-2xl">
    {isAllowed ? (
      <Note tone="good" role="status" title={<span className="break-words">{machine} may sign in</span>}>
        Go back to the terminal. You can revoke its token at any time under{" "}
        <Link to="/settings" search={{ tab: "tokens" }} className="text-accent underline">
          Settings, API tokens
        </Link>
        .
      </Note>
    ) : (
      <Note role="status" title={<span className="break-words">You refused {machine}</span>}>
        It gets no token. You can close this page.
      </Note>
    )}
  </div>
);

/** Asks the user whether a command line may have one of their API tokens (RFC 8628). */
export function DevicePage() {
  const { code } = useSearch({ from: "/device" });
  const navigate = useNavigate();
  const [decision, setDecision] = useState<Decision | null>(null);
  const decide = (made: Decision) => {
    setDecision(made);
    // The code is used up: after a reload, the page asks for the next one.
    void navigate({ to: "/device", search: {}, replace: true });
  };
  return (
    <Page title="Sign-in of the command line" description="You decide whether a terminal may act in your name.">
      {decision !== null && <Decided decision={decision} />}
      {decision === null && code === undefined && <CodeForm code="" />}
      {decision === null && code !== undefined && <Asked key={code} code={code} onDecided={decide} />}
    </Page>
  );
}
