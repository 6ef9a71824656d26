// Why: docs/decisions/journal-in-a-file.md
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

const mebibyte = 1_048_576;

export interface JournalOptions {
  folder: string;
  /**
   * The limit for all segments together. Beyond it, the journal drops the oldest one. It must allow at least two
   * segments.
   */
  maxBytes: number;
  segmentBytes?: number;
  /** Called for each dropped segment, with its number of unacknowledged lines. */
  onDropped?: (lines: number) => void;
}

/** A batch to send: whole lines, and the position after them. */
export interface JournalBatch {
  lines: string[];
  segment: string;
  nextOffset: number;
  /** Whether the journal had more lines at the time of reading. */
  more: boolean;
}

/**
 * An append-only journal of lines in segment files. A line is written, not synced, before `append` returns: it survives
 * the end of the process, but not of the machine. Lines are read back in order, from the page cache, and a fully
 * acknowledged segment is removed. So memory stays bounded however long the receiver is away. Beyond `maxBytes` it
 * drops the oldest segment, because people look for the latest calls.
 */
export class Journal implements Disposable {
  readonly #folder: string;
  readonly #segmentBytes: number;
  readonly #maxSegments: number;
  readonly #onDropped: (lines: number) => void;
  #segments: string[];
  #writing: { name: string; fd: number; bytes: number };
  #reading: { name: string; fd: number } | null = null;
  #readOffset = 0;
  #sequence = 0;

  constructor({ folder, maxBytes, segmentBytes = 8 * mebibyte, onDropped = () => {} }: JournalOptions) {
    this.#segmentBytes = segmentBytes;
    this.#maxSegments = Math.max(2, Math.floor(maxBytes / segmentBytes));
    this.#onDropped = onDropped;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#segments = readdirSync(folder)
      .filter((name) => name.endsWith(".ndjson"))
      .toSorted();
    this.#writing = this.#open();
  }

  #open() {
    this.#sequence += 1;
    const name = `${String(Date.now()).padStart(15, "0")}-${process.pid}-${String(this.#sequence).padStart(6, "0")}.ndjson`;
    const fd = openSync(join(this.#folder, name), "a", 0o600);
    this.#segments.push(name);
    while (this.#segments.length > this.#maxSegments) this.#giveUp(this.#segments[0] as string);
    return { name, fd, bytes: 0 };
  }

  #giveUp(name: string): void {
    const unread = readFileSync(join(this.#folder, name)).subarray(this.#readOffset);
    let lines = 0;
    for (let at = unread.indexOf(10); at !== -1; at = unread.indexOf(10, at + 1)) lines += 1;
    this.#remove(name);
    if (lines > 0) this.#onDropped(lines);
  }

  /** Bytes on disk, including acknowledged lines of the oldest segment. */
  get bytes(): number {
    return this.#segments.reduce((sum, name) => {
      return sum + (statSync(join(this.#folder, name), { throwIfNoEntry: false })?.size ?? 0);
    }, 0);
  }

  #remove(name: string): void {
    if (this.#reading?.name === name) {
      closeSync(this.#reading.fd);
      this.#reading = null;
    }
    this.#segments = this.#segments.filter((segment) => segment !== name);
    this.#readOffset = 0;
    rmSync(join(this.#folder, name), { force: true });
  }

  /** Appends one line without a newline. @throws when the disk is full; the journal then has none of the line */
  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(this.#writing.fd, bytes, written);
    } catch (error) {
      // Otherwise the next line would follow a partial one, and both would be lost.
      ftruncateSync(this.#writing.fd, this.#writing.bytes);
      throw error;
    }
    this.#writing.bytes += bytes.length;
    if (this.#writing.bytes >= this.#segmentBytes) this.#rotate();
  }

  #rotate(): void {
    // We open the new one first: if that fails, we still have the old descriptor.
    const { fd } = this.#writing;
    this.#writing = this.#open();
    closeSync(fd);
  }

  /** The oldest unacknowledged lines, at most `maxLines` and about `maxBytes`. Null when there are none. */
  read(maxLines: number, maxBytes: number): JournalBatch | null {
    for (;;) {
      const name = this.#segments[0] as string;
      this.#reading ??= { name, fd: openSync(join(this.#folder, name), "r") };
      const batch = this.#readFrom(this.#reading.fd, name, maxLines, maxBytes);
      const more = name !== this.#writing.name || batch.nextOffset < this.#writing.bytes;
      if (batch.lines.length > 0) return { ...batch, more };
      if (name === this.#writing.name) return null;
      // We have read everything in it. The rest is an incomplete last line, left by a machine that lost power.
      this.#remove(name);
    }
  }

  #readFrom(fd: number, segment: string, maxLines: number, maxBytes: number): Omit<JournalBatch, "more"> {
    const left = fstatSync(fd).size - this.#readOffset;
    let size = Math.min(left, maxBytes);
    for (;;) {
      const buffer = Buffer.allocUnsafe(size);
      const read = readSync(fd, buffer, 0, size, this.#readOffset);
      const lines: string[] = [];
      let start = 0;
      while (lines.length < maxLines) {
        const end = buffer.indexOf(10, start);
        if (end === -1 || end >= read) break;
        lines.push(buffer.toString("utf8", start, end));
        start = end + 1;
      }
      // A single line may exceed the size of a batch.
      if (lines.length > 0 || size >= left) return { lines, segment, nextOffset: this.#readOffset + start };
      size = left;
    }
  }

  /** The batch has arrived, so this process need not read it again. */
  acknowledge(batch: JournalBatch): void {
    if (batch.segment !== this.#segments[0]) return;
    this.#readOffset = batch.nextOffset;
    if (batch.segment === this.#writing.name && this.#writing.bytes === batch.nextOffset) {
      // Everything is acknowledged. We start a new segment, so that nothing is sent again after a restart.
      this.#rotate();
      this.#remove(batch.segment);
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#writing.fd);
    if (this.#reading) closeSync(this.#reading.fd);
    if (this.#writing.bytes === 0) rmSync(join(this.#folder, this.#writing.name), { force: true });
  }
}
