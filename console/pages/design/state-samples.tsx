import { ApiError } from "@ferrule/contract/client.ts";
import { KeyRound } from "lucide-react";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { RunsIn } from "../../components/runs-in.tsx";
import { EmptyState, Skeleton, SkeletonRows } from "../../components/states.tsx";
import { Warning } from "../../components/warning.tsx";
import { TestSteps } from "../../components/show/test-steps.tsx";
import { Samples } from "./sample.tsx";

const refused = new ApiError(503, {
  code: "UNAVAILABLE",
  message: "Temporarily unavailable. Try again shortly.",
  requestId: "req_0m4h2k7q9v1c3x5z8b6n4m2",
});

/** Empty, loading and failed states. */
export const StateSamples = () => (
  <Samples title="Runs in, empty, loading, error, test">
    <div className="grid justify-items-start gap-2">
      <RunsIn
        places={[
          { environment: "development", what: "r4" },
          { environment: "production", what: "r3" },
        ]}
      />
      <RunsIn live places={[{ environment: "development" }]} />
      <RunsIn places={[]} />
    </div>
    <EmptyState icon={KeyRound} title="No secrets yet" action={<Button kind="primary">Create a secret</Button>}>
      Functions read them by name. Nobody can view them again.
    </EmptyState>
    <div className="grid gap-2" inert>
      <SkeletonRows rows={3} />
      <Skeleton className="h-16" />
    </div>
    <ErrorNote error={refused} onRetry={() => undefined} />
    <Warning>The description is longer than some clients show.</Warning>
    <TestSteps
      steps={[
        { label: "Found it", outcome: "ok", message: "Its description names the same issuer." },
        { label: "Read its keys", outcome: "failed", message: "It answered 404." },
        { label: "Signed in", outcome: "unknown", message: "The keys must be read first." },
      ]}
    />
  </Samples>
);
