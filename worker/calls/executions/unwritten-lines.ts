/** Characters. With the lines under way, a worker holds about twice that. */
const mostCharacters = 16 * 1_048_576;

/**
 * Lines that the journal could not take, because the disk is full. They stay in memory, within a limit, until the
 * control plane has them. They do not survive the process.
 */
export class UnwrittenLines {
  #lines: string[] = [];
  #characters = 0;

  get count(): number {
    return this.#lines.length;
  }

  /** Holds a line. False when there is no room; then it does not hold the line. */
  add(line: string): boolean {
    if (this.#characters + line.length > mostCharacters) return false;
    this.#characters += line.length;
    this.#lines.push(line);
    return true;
  }

  /** The oldest lines, at most `maxLines` and about `maxCharacters`, but at least one. Null when there are none. */
  read(maxLines: number, maxCharacters: number): { lines: string[]; more: boolean } | null {
    if (this.#lines.length === 0) return null;
    let count = 0;
    for (let size = 0; count < Math.min(maxLines, this.#lines.length); count += 1) {
      size += (this.#lines[count] as string).length;
      if (count > 0 && size > maxCharacters) break;
    }
    return { lines: this.#lines.slice(0, count), more: count < this.#lines.length };
  }

  /** Removes the oldest `count` lines: the control plane has them. */
  acknowledge(count: number): void {
    for (const line of this.#lines.splice(0, count)) this.#characters -= line.length;
  }
}
