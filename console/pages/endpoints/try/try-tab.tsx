import type { Endpoint } from "../endpoint.ts";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { EmptyState } from "../../../components/states.tsx";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { FlaskConical } from "lucide-react";
import { heldKeys } from "../connect/held-keys.ts";
import { KeyBox } from "../connect/key-box.tsx";
import { HttpTry } from "./http-try.tsx";
import { McpTry } from "./mcp-try.tsx";

const suggested = { name: "Console try-it", lifetime: "1" } as const;

/** Calls the endpoint at its real address with a key, as any client would, and shows requests and responses. */
export function TryTab({ endpoint }: { endpoint: Endpoint }) {
  const environment = useEnvironment();
  const held = heldKeys.use(endpoint.id, environment);
  const isOpen = endpoint.policy[environment].mode === "none";
  const isServed = endpoint.deployed[environment];
  if (!isServed) {
    return (
      <EmptyState
        icon={FlaskConical}
        title={`${environmentNames[environment]} does not serve this endpoint yet`}
        action={<LinkButton to="/deployments">Deployments</LinkButton>}
      >
        {environment === "production"
          ? "Release a deployment that includes it, or try it in Development."
          : "Bind a Function and deploy the Project. Then you can call its real address here."}
      </EmptyState>
    );
  }
  if (endpoint.policy[environment].mode === "signature") {
    return (
      <EmptyState icon={FlaskConical} title="Only its sender can call this endpoint">
        It is opened by a signature, which the console cannot make. Send a test event from the sender, or test the
        Function on its own page.
      </EmptyState>
    );
  }
  const props = { endpoint, environment, apiKey: held?.value ?? null };
  const Try = endpoint.kind === "mcp" ? McpTry : HttpTry;
  return (
    <div className="grid gap-4">
      {environment === "production" && (
        <p
          role="status"
          className="rounded-md border border-production-line bg-production-soft px-3 py-2 text-sm text-production"
        >
          These are real calls in Production. Any changes the Functions make are real.
        </p>
      )}
      {!(isOpen && held === null) && (
        <Card title="Credential" actions={<EnvironmentBadge environment={environment} />}>
          <KeyBox key={environment} endpoint={endpoint} environment={environment} suggested={suggested} isBrief />
        </Card>
      )}
      <Try key={`${environment} ${held?.value ?? ""}`} {...props} isReady={isOpen || held !== null} />
    </div>
  );
}
