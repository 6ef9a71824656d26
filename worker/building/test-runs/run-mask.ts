import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";
import { maskValues, type ValueMask } from "@ferrule/kit/masking/mask-values.ts";
import { createMasker, type Masker } from "../../ground/masking/masker.ts";

/** How many stand-ins for secrets a file may name. */
const most = 1_000;
/** The stand-ins of secrets belong to the run, and not to a Project. */
const place = { projectId: "", environment: "development" } as const;

/** Masks what a file of tests shows as executions are masked, with the stand-ins of its secrets as their values. */
export class RunMask {
  readonly #values = new Set<string>();
  #compiled: ValueMask | null = null;
  #isStale = false;
  readonly #masker: Masker;

  /** @param names MASKED_NAMES */
  constructor(names: readonly string[]) {
    this.#masker = createMasker({ names, values: () => this.#mask() });
  }

  /** Masks these values from now on. */
  hide(values: readonly string[]): void {
    for (const value of values) {
      if (this.#values.has(value) || this.#values.size >= most) continue;
      this.#values.add(value);
      this.#isStale = true;
    }
  }

  text(text: string): string {
    return this.#masker.text(place, text);
  }

  entry(entry: LogEntry): LogEntry {
    return this.#masker.entry(place, entry);
  }

  logs(entries: readonly LogEntry[]): LogEntry[] {
    const covered = this.#mask()?.logs(entries) ?? entries;
    return covered.map((entry) => this.entry(entry));
  }

  value(data: unknown): unknown {
    return this.entry({ at: "", level: "info", message: "", data }).data;
  }

  #mask(): ValueMask | null {
    if (this.#isStale) this.#compiled = maskValues(this.#values, maskMarker);
    this.#isStale = false;
    return this.#compiled;
  }
}
