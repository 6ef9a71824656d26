import type { JwtPolicy } from "@ferrule/contract/resources/caller-rules.ts";
import { PlugZap } from "lucide-react";
import { useDisabledReason } from "../../../../api/disabled-reason.ts";
import { useAction } from "../../../../api/use-action.ts";
import { Button } from "../../../../components/button/button.tsx";
import { ErrorNote } from "../../../../components/show/error-note.tsx";
import { TestSteps } from "../../../../components/show/test-steps.tsx";

const labels = { discovery: "Metadata", keys: "Keys", algorithms: "Algorithms" } as const;

/** Tests the issuer in the form and reports the problem. It saves nothing. */
export function TestIssuer({ issuer, jwksUrl, algorithms }: JwtPolicy) {
  const test = useAction("testTokenIssuer");
  const forbidden = useDisabledReason("testTokenIssuer");
  // A result for another address says nothing about this one.
  const asked = JSON.stringify([issuer, jwksUrl, algorithms]);
  const isOfThis =
    JSON.stringify([test.variables?.body.issuer, test.variables?.body.jwksUrl, test.variables?.body.algorithms]) ===
    asked;
  return (
    <div>
      <Button
        size="sm"
        icon={PlugZap}
        busy={test.isPending}
        disabledReason={forbidden ?? (issuer === "" ? "Enter the issuer first." : null)}
        onClick={() => test.mutate({ body: { issuer, jwksUrl, algorithms } })}
      >
        Test this issuer
      </Button>
      {isOfThis && test.error && <ErrorNote error={test.error} />}
      {isOfThis && test.data && (
        <TestSteps
          steps={test.data.steps.map(({ step, outcome, message }) => ({ label: labels[step], outcome, message }))}
        />
      )}
    </div>
  );
}
