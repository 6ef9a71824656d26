// Why: docs/decisions/prepared-statements.md
/** We prepare a statement that is used this often. From then on, each connection parses it once. */
const often = 20;
/** Each prepared statement costs the server some ten kilobytes for every connection that has used it. */
const mostPrepared = 100;
/** How many different texts we count before counting starts over. */
const mostCounted = 2_000;

/** Decides which statements are prepared, and under which names. The names are the same on all connections. */
export class PreparedStatements {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #made = 0;

  /** The name of a frequent statement; undefined for any other. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostPrepared) return known;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < often) {
      if (this.#uses.size >= mostCounted) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    return this.#name(text);
  }

  #name(text: string): string {
    this.#made += 1;
    const name = `often_${this.#made}`;
    this.#names.set(text, name);
    return name;
  }

  /** Gives a prepared statement a new name, because the server refuses the one that it has. */
  renew(text: string): void {
    if (this.#names.has(text)) this.#name(text);
  }
}
