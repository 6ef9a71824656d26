import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { exitCodes } from "../exit-codes.ts";
import { describedError } from "../described-error.ts";
import { developerProgram } from "../program.ts";

/** A terminal in which somebody runs the command: what is typed comes key by key, and everything said stands on its screen. */
export class Terminal {
  readonly #stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  readonly #options: { cwd: string; env: Record<string, string> };
  readonly #interrupted = new AbortController();
  #said = "";
  ended: Promise<number> = Promise.resolve(-1);

  constructor(options: { cwd: string; env: Record<string, string> }) {
    this.#options = options;
  }

  get screen(): string {
    return stripVTControlCharacters(this.#said);
  }

  run(args: readonly string[]): void {
    const stream = () => {
      const out = Object.assign(new PassThrough(), { isTTY: true, columns: 200, rows: 50 });
      out.on("data", (chunk: Buffer) => (this.#said += chunk.toString()));
      return out as unknown as NodeJS.WriteStream;
    };
    const { signal } = this.#interrupted;
    const stdin = this.#stdin as unknown as NodeJS.ReadStream;
    const surroundings = { ...this.#options, stdin, stdout: stream(), stderr: stream(), signal };
    let code = -1;
    this.ended = developerProgram(surroundings, (ended) => (code = ended))
      .parseAsync([...args], { from: "user" })
      .then(
        () => code,
        (error: unknown) => {
          const { exit, message } = describedError(error, signal);
          this.#said += message;
          return exitCodes[exit].code;
        },
      );
  }

  press(keys: string): void {
    this.#stdin.write(keys);
  }

  /** Waits until a text stands on the screen so many times. */
  async shows(text: string, times = 1): Promise<void> {
    const until = Date.now() + 20_000;
    while (this.screen.split(text).length - 1 < times) {
      assert.ok(Date.now() < until, `${text} is not shown:\n${this.screen}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async end(): Promise<void> {
    this.#interrupted.abort();
    await this.ended;
  }
}
