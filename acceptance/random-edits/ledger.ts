import type { FileConflict } from "@ferrule/cli/developer/project/settle.ts";

const mark = /t\d+x/g;

/** The marks in a text, or in any value as JSON. */
export const marksIn = (value: unknown): string[] =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).match(mark) ?? [];

/**
 * The edits of a history. Each edit leaves a mark of its own behind. A mark may vanish only where somebody who saw it
 * replaces it: by a later edit, or by choosing a side of a conflict that shows both.
 */
export class Ledger {
  readonly #made = new Set<string>();
  readonly #replaced = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #told: string[] = [];
  #count = 0;

  /** A new mark. */
  mark(): string {
    this.#count += 1;
    this.#made.add(`t${this.#count}x`);
    return `t${this.#count}x`;
  }

  /** A name that nothing has had before. */
  name(): string {
    this.#count += 1;
    return `n${this.#count}`;
  }

  /** Somebody who saw `before` made `after` of it. */
  replaced(before: unknown, after: unknown): void {
    const left = new Set(marksIn(after));
    for (const one of marksIn(before)) if (!left.has(one)) this.#replaced.add(one);
  }

  /** Somebody who saw this thing removed it. */
  removed(name: string, contents: unknown): void {
    this.#removed.add(name);
    this.replaced(contents, "");
  }

  /** A command told these conflicts. */
  tell(conflicts: readonly FileConflict[]): void {
    for (const { document, fields } of conflicts)
      this.#told.push([document, ...fields.map(({ field }) => field)].join(" "));
  }

  get conflicts(): number {
    return this.#told.length;
  }

  get edits(): number {
    return this.#made.size + this.#removed.size;
  }

  /**
   * The edits that are missing in the end although nobody has seen and replaced them, and the things that are back
   * although nobody was told.
   */
  missing(source: unknown, names: ReadonlySet<string>): string[] {
    const left = new Set(marksIn(source));
    const lost = [...this.#made].filter((one) => !left.has(one) && !this.#replaced.has(one));
    const wasTold = (name: string) => this.#told.some((line) => new RegExp(String.raw`\b${name}\b`).test(line));
    return [...lost, ...[...this.#removed].filter((name) => names.has(name) && !wasTold(name))];
  }
}
