import type { ConnectionRequest, OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import type { AddressRule } from "@ferrule/kit/network/allowed-addresses.ts";
import type { Resolve } from "../../ground/names/resolve-name.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { Borrowed } from "./borrowed.ts";
import { checkedAddress, placeOf } from "./checked-address.ts";
import { databaseError } from "./database-error.ts";
import { SessionPool } from "./session-pool.ts";
import type { Session } from "./session.ts";

export interface DatabasesOptions {
  /** A connection's settings; null when its environment has none of this name. */
  settingsOf: (request: ConnectionRequest) => Promise<OpenedConnection | null>;
  rule: AddressRule;
  resolve: Resolve;
  connectTimeoutMs?: number;
  waitMs?: number;
}

export interface BorrowWish extends ConnectionRequest {
  deploymentId: string | null;
  tenantId: string;
}

/** Concurrent connections of a worker: for one Project, and for all. */
const mostOfProject = 100;
const mostOfAll = 1_000;
const sweepMs = 15_000;

interface Pool {
  settings: OpenedConnection;
  sessions: SessionPool;
  projectId: string;
}

/** Loads the driver on first use, because few workers need both drivers. */
async function openSession(settings: OpenedConnection, address: string, connectTimeoutMs: number): Promise<Session> {
  if (settings.kind === "postgresql") {
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    return openPostgres(settings, address, connectTimeoutMs);
  }
  const { openMysql } = await import("./mysql/open-mysql.ts");
  return openMysql(settings, address, connectTimeoutMs);
}

/**
 * The databases that Functions query: a pool for each connection, environment and deployment. Each use requests the
 * settings again, so that a change or removal of a connection takes effect with the next statement.
 */
export class Databases implements AsyncDisposable {
  readonly #options: DatabasesOptions;
  readonly #pools = new Map<string, Pool>();
  readonly #open = new Map<string, number>();
  readonly #sweeping: NodeJS.Timeout;
  #opened = 0;

  constructor(options: DatabasesOptions) {
    this.#options = options;
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs).unref();
  }

  /** A clean session of a connection. @throws HostCallError NOT_FOUND, UNAVAILABLE, EGRESS_DENIED */
  async borrow(wish: BorrowWish, signal: AbortSignal): Promise<Borrowed> {
    const { projectId, environment, name, deploymentId, tenantId } = wish;
    const settings = await this.#options.settingsOf({ projectId, environment, name }).catch((cause: unknown) => {
      throw new HostCallError("UNAVAILABLE", `The connection ${name} is not available just now.`, { cause });
    });
    const key = [projectId, environment, name, deploymentId].join(" ");
    if (settings === null) {
      this.#drop(key);
      throw new HostCallError("NOT_FOUND", `There is no connection ${name} in ${environment}.`);
    }
    const { sessions } = this.#poolOf(key, projectId, settings);
    try {
      return new Borrowed(await sessions.acquire(tenantId, signal), sessions, settings, tenantId);
    } catch (error) {
      signal.throwIfAborted();
      throw databaseError(error, settings);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#sweeping);
    for (const { sessions } of this.#pools.values()) sessions.close();
    this.#pools.clear();
  }

  #poolOf(key: string, projectId: string, settings: OpenedConnection): Pool {
    const known = this.#pools.get(key);
    if (known !== undefined && known.settings.id === settings.id && known.settings.revision === settings.revision) {
      return known;
    }
    this.#drop(key);
    const sessions = new SessionPool({
      size: settings.poolSize,
      open: (tenant, signal) => this.#connect(projectId, settings, tenant, signal),
      waitMs: this.#options.waitMs ?? 10_000,
      lingerMs: settings.statementTimeoutMs,
    });
    const made = { settings, sessions, projectId };
    this.#pools.set(key, made);
    return made;
  }

  async #connect(projectId: string, settings: OpenedConnection, tenant: string, signal: AbortSignal): Promise<Session> {
    const { rule, resolve, connectTimeoutMs = 5_000 } = this.#options;
    if (this.#opened >= mostOfAll || (this.#open.get(projectId) ?? 0) >= mostOfProject) this.#sweep(Infinity);
    if (this.#opened >= mostOfAll || (this.#open.get(projectId) ?? 0) >= mostOfProject) {
      throw new HostCallError("UNAVAILABLE", "This worker has too many connections to databases open.");
    }
    this.#count(projectId, 1);
    try {
      const until = AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMs)]);
      const address = await checkedAddress(placeOf(settings.url), { rule, resolve }, tenant, until);
      const session = await openSession(settings, address, connectTimeoutMs);
      return this.#counted(session, projectId);
    } catch (error) {
      this.#count(projectId, -1);
      throw error;
    }
  }

  /** A session, which counts until it is closed. */
  #counted(session: Session, projectId: string): Session {
    const close = session.close.bind(session);
    let isCounted = true;
    session.close = () => {
      if (isCounted) this.#count(projectId, -1);
      isCounted = false;
      close();
    };
    return session;
  }

  #count(projectId: string, by: 1 | -1): void {
    this.#opened += by;
    const open = (this.#open.get(projectId) ?? 0) + by;
    if (open === 0) this.#open.delete(projectId);
    else this.#open.set(projectId, open);
  }

  #drop(key: string): void {
    this.#pools.get(key)?.sessions.close();
    this.#pools.delete(key);
  }

  #sweep(now = Date.now()): void {
    for (const [key, { sessions }] of this.#pools) {
      sessions.sweep(now);
      if (sessions.isEmpty) this.#pools.delete(key);
    }
  }
}
