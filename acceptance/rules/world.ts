import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { roles, type Role } from "@ferrule/contract/states.ts";
import {
  startTestControlPlaneApart,
  type SignedIn,
  type TestControlPlane,
} from "@ferrule/control-plane/testing/test-control-plane.ts";
import { startAnsweringWorker } from "./answering-worker.ts";
import { sendRequest, type Answer, type Exchanged, type RequestOptions } from "./request.ts";
import type { Ready, Prepared } from "./recipe.ts";
import { watchChanges, type ChangeWatch } from "./watch-changes.ts";
import { openSite, type Site } from "./site.ts";

export type ByRole = Record<Role, SignedIn>;

/** An owner's request that succeeded. */
export interface Success {
  attempt: Ready;
  answer: Answer;
  /** The `x-request-id` of the request. */
  requestId: string;
  /** Every secret in the database and the settings, before and after it. */
  secrets: string[];
}

/** One control plane with its own database, users of all four roles and two Projects, shared by all rules. */
export interface World extends AsyncDisposable {
  controlPlane: TestControlPlane;
  /** The Project that `sessions` have selected. */
  home: Site;
  /** Another Project, with another owner. */
  foreign: Site;
  sessions: ByRole;
  /** Users of the four roles without a selected Project. */
  without: ByRole;
  /** An owner who goes from Project to Project. */
  mover: SignedIn;
  /** A new user of that role with the Project selected, for requests that end their session. */
  newcomer: (role: Role, site?: Site) => Promise<SignedIn>;
  send: (name: OperationName, prepared: Prepared, options?: RequestOptions) => Promise<Answer>;
  /** All requests and responses so far. */
  exchanged: Exchanged[];
  changes: ChangeWatch;
  /** Requests that stay unchanged while they are refused, by operation and Project, until the next clean-up. */
  standing: Map<string, Promise<Ready>>;
  /** Requests that succeeded, by operation, until the next clean-up. */
  successes: Map<OperationName, Promise<Success>>;
  /**
   * Removes everything that earlier tests made in both Projects, so that the last test's deployment is as small as the
   * first one's.
   */
  tidy: () => Promise<void>;
  /** Audit rows of these requests, oldest first. */
  auditOf: (...requestIds: string[]) => Promise<AuditRow[]>;
  /** The same rows, every column, as text. */
  auditText: (requestId: string) => Promise<string>;
}

export interface AuditRow {
  action: string;
  projectId: string | null;
  actorKind: string;
  actorId: string | null;
  actorEmail: string | null;
  targetId: string | null;
  outcome: string;
  requestId: string | null;
}

async function byRole(open: (role: Role) => Promise<SignedIn>): Promise<ByRole> {
  const entries = await Promise.all(roles.map(async (role) => [role, await open(role)] as const));
  return Object.fromEntries(entries) as ByRole;
}

/**
 * Takes the scheduler's lease for longer than any test runs. The scheduler's tasks change and remove rows at any time, and
 * so in the middle of a request that must change nothing.
 */
const restScheduler = ({ app }: TestControlPlane): Promise<unknown> =>
  app.store.inInstallation(({ tx }) =>
    sql`insert into leases (name, holder, expires_at) values ('scheduler', 'the rules', now() + interval '1 day')
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`.execute(tx),
  );

export async function openWorld(): Promise<World> {
  await using opened = new AsyncDisposableStack();
  const controlPlane = opened.use(await startTestControlPlaneApart({ egressAllowPrivate: ["127.0.0.0/8"] }));
  await restScheduler(controlPlane);
  opened.use(startAnsweringWorker(controlPlane));
  const [home, foreign] = await Promise.all([openSite(controlPlane), openSite(controlPlane)]);
  const newcomer: World["newcomer"] = (role, site = home) => controlPlane.session(role, site.projectId);
  const sessions = await byRole(newcomer);
  const without = await byRole(async (role) => controlPlane.signIn(await controlPlane.createUser(role)));
  const mover = await newcomer("owner");
  const exchanged: Exchanged[] = [];
  const changes = await watchChanges(controlPlane);
  const standing: World["standing"] = new Map();
  const successes: World["successes"] = new Map();
  const running = opened.move();
  return {
    controlPlane,
    home,
    foreign,
    sessions,
    without,
    mover,
    newcomer,
    exchanged,
    changes,
    standing,
    successes,
    send: (name, prepared, options) => sendRequest(controlPlane.url, exchanged, name, prepared, options),
    tidy: () => {
      standing.clear();
      successes.clear();
      return controlPlane.app.store.inInstallation(async ({ tx }) => {
        const projects = sql.join([home.projectId, foreign.projectId]);
        for (const table of [
          "previews",
          "cron_bindings",
          "mcp_bindings",
          "http_bindings",
          "runtime_endpoints",
          "functions",
          "libraries",
        ])
          await sql`delete from ${sql.table(table)} where project_id in (${projects})`.execute(tx);
      });
    },
    auditOf: async (...requestIds) => {
      const { rows } = await controlPlane.app.store.inInstallation(({ tx }) =>
        sql<AuditRow>`
          select action, project_id, actor_kind, actor_id, actor_email, target_id, outcome, request_id
          from audit_events where request_id = any(${requestIds}) order by sequence
        `.execute(tx),
      );
      return rows;
    },
    auditText: async (requestId) => {
      const { rows } = await controlPlane.app.store.inInstallation(({ tx }) =>
        sql<{
          text: string;
        }>`select to_jsonb(a)::text as text from audit_events a where request_id = ${requestId}`.execute(tx),
      );
      return rows.map(({ text }) => text).join("\n");
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
