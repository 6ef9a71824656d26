import type { Client } from "@ferrule/contract/client.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { NewRun } from "@ferrule/contract/internal/runs.ts";
import type { ApprovalRequest } from "@ferrule/contract/resources/approval.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { startScene, type Scene } from "../../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../../testing/author.ts";
import type { SignedIn } from "../../../testing/test-control-plane.ts";
import { startRuns } from "../../runs/start-runs.ts";

export const digest = "d".repeat(64);
const nobody = { roles: [], people: [], groups: [], caller: false };

/** What a call asks: over the usual question, which any owner or admin may decide. */
interface Asked extends Partial<Omit<ApprovalRequest, "by">> {
  by?: Partial<ApprovalRequest["by"]>;
  caller?: Caller;
  environment?: NewRun["environment"];
  tenantId?: string;
}

/** A control plane with a Project whose tool needs approval. */
export interface ApprovalScene extends AsyncDisposable {
  scene: Scene;
  author: Author;
  endpointId: string;
  toolId: string;
  functionId: string;
  /** Stores a call that waits for approval; returns the approval's id and that of its run. */
  ask: (asked?: Asked) => Promise<{ approvalId: string; runId: string }>;
  /** Somebody who has signed in, in the Project. */
  join: (role: Role) => Promise<SignedIn>;
  decide: (
    client: Client,
    approvalId: string,
    decision?: "approved" | "rejected",
    over?: { reason?: string; digest?: string },
  ) => ReturnType<Client["decideApproval"]>;
}

export async function startApprovalScene(): Promise<ApprovalScene> {
  const scene = await startScene({ holdMs: 50 });
  const author = await startAuthor(scene);
  const { projectId } = author;
  const functionId = await author.addFunction("refund");
  const endpointId = await author.addEndpoint("desk");
  const toolId = await author.bindTool(endpointId, functionId, "refund");
  return {
    scene,
    author,
    endpointId,
    toolId,
    functionId,
    async ask({ caller, environment = "production", tenantId = "default", by, ...over } = {}) {
      const run: NewRun = {
        id: identifier("run"),
        environment,
        functionId,
        mode: "once",
        source: "mcp",
        endpointId,
        bindingId: toolId,
        deploymentId: null,
        tenantId,
        caller: caller ?? { kind: "anonymous", id: null, name: null },
        requestId: identifier("req"),
        key: null,
        concurrencyKey: null,
        delayMs: 0,
        priority: 0,
        deadlineSeconds: 86_400,
        onRelease: "stay",
        concurrency: null,
        rate: null,
        input: '{"amount":700}',
        shownInput: '{"amount":700}',
        approval: {
          title: "Refund order 7",
          summary: "700 EUR go back.",
          details: '{"amount":700}',
          digest,
          people: 1,
          notAsker: true,
          expiresSeconds: 3_600,
          ...over,
          by: by === undefined ? { ...nobody, roles: ["owner", "admin"] } : { ...nobody, ...by },
        },
        trace: null,
      };
      const [started] = await startRuns(scene.app, projectId, [run]);
      return { approvalId: started?.approvalId ?? "", runId: run.id };
    },
    join: (role) => scene.plane.session(role, projectId),
    decide: (client, approvalId, decision = "approved", over = {}) =>
      client.decideApproval({ params: { approvalId }, body: { decision, reason: "", digest, ...over } }),
    [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose](),
  };
}
