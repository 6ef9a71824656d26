/** SERVER_STATUS_IN_TRANS of the protocol's status flags. */
const inTransaction = 1;

/**
 * After these errors, the server has rolled back the whole transaction: a deadlock, and a conflict in group
 * replication.
 */
const rollsBack = new Set<unknown>([1213, 3101]);

const ended = {
  committed: "a statement ended the transaction, and what came before it was committed",
  "rolled back": "the server rolled back the whole transaction, because of a deadlock or a conflict",
};

/**
 * Tracks whether the transaction of a session is still open. Otherwise statements after its end would be committed one
 * by one, although their author expects to roll them back together.
 */
export class MysqlTransaction {
  #state: "none" | "open" | keyof typeof ended = "none";

  begin(): void {
    this.#state = "open";
  }

  end(): void {
    this.#state = "none";
  }

  /** Reads the flags of a statement's response. A procedure may have committed. */
  heard(flags: number): void {
    if (this.#state === "open" && (flags & inTransaction) === 0) this.#state = "committed";
  }

  failed(error: unknown): void {
    if (this.#state === "open" && rollsBack.has((error as { errno?: unknown }).errno)) this.#state = "rolled back";
  }

  /** @throws an error in the form of the driver's, if the transaction has ended by itself */
  requireOpen(): void {
    if (this.#state === "none" || this.#state === "open") return;
    const sqlMessage = ended[this.#state];
    throw Object.assign(new Error(sqlMessage), { errno: 0, sqlState: "25000", sqlMessage });
  }
}
