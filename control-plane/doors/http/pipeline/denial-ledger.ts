import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { insertAuditEvent, type NewAuditEvent } from "../../../ground/audit/queries.ts";
import type { App } from "../../../ground/app.ts";

/** A refusal in the form of an audit event. */
export type Denial = NewAuditEvent & { changes: { code: string } };

interface Tally {
  denial: Denial;
  recorded: number;
  /** The number of refusals without an event of their own, and the times of the first and the last. */
  more: number;
  from: Date;
  to: Date;
  addresses: Set<string>;
  newAddresses: number;
}

const periodMs = 60_000;
/** Refusals of known callers. All other codes belong to sign-in attempts. */
const byRights = new Set(["FORBIDDEN", "CSRF_INVALID"]);
/**
 * The most individual events in a period: for similar sign-in attempts, for similar other refusals, for further new
 * addresses, and in total.
 */
const mostSignIns = 10;
const mostOthers = 1;
const mostNewAddresses = 20;
const mostInAll = 600;
/** The most separate summaries; beyond these, we sum up refusals by action. */
const mostTallies = 1_000;
const mostSummaries = 100;
const mostAddresses = 200;

const keyOf = ({ action, changes, actorId, targetKind, targetId }: Denial) =>
  JSON.stringify([action, changes.code, actorId, targetKind, targetId]);

/**
 * Decides which refusals get an event of their own. It sums up the others each minute: their number, their time and the
 * number of addresses. So a flood of refusals can neither fill the audit nor hide in it. Each replica counts by itself,
 * so no refusal waits for the database.
 */
export class DenialLedger {
  readonly #app: App;
  #tallies = new Map<string, Tally>();
  #recorded = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  /** Whether this refusal gets an event of its own; otherwise it is counted. */
  admits(denial: Denial): boolean {
    this.#timer ??= setTimeout(() => {
      unwaited(this.flush(), (err) => this.#app.log.error({ err }, "denials could not be summed up"));
    }, periodMs).unref();
    const tally = this.#tallyOf(denial);
    const { ip } = denial;
    const isNew = ip !== null && !tally.addresses.has(ip) && tally.addresses.size < mostAddresses;
    if (isNew) tally.addresses.add(ip);
    const most = byRights.has(denial.changes.code) ? mostOthers : mostSignIns;
    const isDue = tally.recorded < most || (isNew && tally.newAddresses < mostNewAddresses);
    if (isDue && this.#recorded < mostInAll) {
      this.#recorded += 1;
      if (tally.recorded >= most) tally.newAddresses += 1;
      tally.recorded += 1;
      return true;
    }
    tally.to = sharedDate();
    if (tally.more === 0) tally.from = tally.to;
    tally.more += 1;
    return false;
  }

  #tallyOf(denial: Denial): Tally {
    const key = keyOf(denial);
    const known = this.#tallies.get(key);
    if (known) return known;
    if (this.#tallies.size >= mostTallies) return this.#ofAction(denial);
    return this.#add(key, denial);
  }

  #ofAction(denial: Denial): Tally {
    const any = { ...denial, ...nobody, targetId: null, targetName: null };
    const key = `all ${denial.action} ${denial.changes.code}`;
    return this.#tallies.get(key) ?? this.#add(key, any);
  }

  #add(key: string, denial: Denial): Tally {
    const now = sharedDate();
    const tally = { denial, recorded: 0, more: 0, from: now, to: now, addresses: new Set<string>(), newAddresses: 0 };
    this.#tallies.set(key, tally);
    return tally;
  }

  /** Writes the summaries of this period and begins a new one. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#recorded = 0;
    const tallies = [...this.#tallies.values()].filter(({ more }) => more > 0).sort((a, b) => b.more - a.more);
    this.#tallies = new Map();
    const rest = tallies.splice(mostSummaries);
    for (const { denial, more, from, to, addresses } of rest) {
      const sum = this.#ofAction(denial);
      sum.from = sum.more === 0 || from < sum.from ? from : sum.from;
      sum.to = sum.more === 0 || to > sum.to ? to : sum.to;
      sum.more += more;
      for (const address of addresses) if (sum.addresses.size < mostAddresses) sum.addresses.add(address);
    }
    const sums = [...tallies, ...this.#tallies.values()];
    this.#tallies = new Map();
    if (sums.length === 0) return;
    try {
      await this.#app.store.inInstallation(async (scope) => {
        for (const sum of sums) await insertAuditEvent(scope, summaryOf(sum));
      });
    } catch (err) {
      this.#app.log.error({ err }, "denials could not be summed up in the audit");
    }
  }
}

const nobody = { actorKind: "anonymous", actorId: null, actorUserId: null, actorEmail: null } as const;

function summaryOf({ denial, more, from, to, addresses }: Tally): NewAuditEvent {
  const [only = null] = addresses.size === 1 ? addresses : [];
  const counted =
    addresses.size >= mostAddresses ? { addressesAtLeast: addresses.size } : { addresses: addresses.size };
  const changes = { ...denial.changes, more, ...counted, from: from.toISOString(), to: to.toISOString() };
  return { ...denial, requestId: null, ip: only, userAgent: null, changes };
}

const ledgers = new WeakMap<App, DenialLedger>();

export function denialLedger(app: App): DenialLedger {
  const ledger = ledgers.get(app) ?? new DenialLedger(app);
  ledgers.set(app, ledger);
  return ledger;
}
