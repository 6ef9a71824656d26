// Why: docs/decisions/prepared-statements.md
/** A statement used this often is prepared, so that each connection parses it once from then on. */
const often = 20;
/** Each prepared statement costs the server some ten kilobytes for every connection that has used it. */
const mostPrepared = 100;
/** How many different texts are counted before counting starts over. */
const mostCounted = 2_000;

/** Which statements are prepared, and their names, which are the same on all connections. */
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

  /** The server refuses this prepared statement, so it gets a new name. */
  renew(text: string): void {
    if (this.#names.has(text)) this.#name(text);
  }
}
