import { ApiError } from "@ferrule/contract/client.ts";
import { KeyRound } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { EmptyState, Skeleton, SkeletonRows } from "../../components/states.tsx";
import { Samples } from "./sample.tsx";

const refused = new ApiError(503, {
  code: "UNAVAILABLE",
  message: "Not available just now. Try again shortly.",
  requestId: "req_0m4h2k7q9v1c3x5z8b6n4m2",
});

/** Nothing there, being read, gone wrong. */
export const StateSamples = () => (
  <Samples title="Empty, loading, error">
    <EmptyState icon={KeyRound} title="No secrets yet" action={<Button kind="primary">Create a secret</Button>}>
      Functions read them by name; nobody can look them up again.
    </EmptyState>
    <div className="grid gap-2" inert>
      <SkeletonRows rows={3} />
      <Skeleton className="h-16" />
    </div>
    <ErrorNote error={refused} onRetry={() => undefined} />
  </Samples>
);
