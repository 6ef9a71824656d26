import zlib from "node:zlib";
import type { CallResponse } from "../../../ground/call.ts";

type Response = Pick<CallResponse, "write" | "end" | "destroy" | "once">;

/**
 * Compresses a streamed response piece by piece. It flushes each piece, so nothing waits for the next one. It uses only
 * gzip, which has the smallest state: each open stream needs one.
 */
export class GzipStream {
  readonly #gzip = zlib.createGzip({ level: 1, memLevel: 7, flush: zlib.constants.Z_SYNC_FLUSH });
  readonly #response: Response;
  #isFull = false;

  constructor(response: Response) {
    this.#response = response;
    this.#gzip.on("data", (piece: Buffer) => {
      if (response.write(piece) || this.#isFull) return;
      this.#isFull = true;
      response.once("drain", () => (this.#isFull = false));
    });
    // Destroyed with its response.
    this.#gzip.on("error", () => response.destroy());
  }

  /** Resolves when the piece has been passed on, with whether there is room for more. */
  write(piece: Uint8Array): Promise<boolean> {
    return new Promise((resolve) => {
      this.#gzip.write(piece, () => resolve(!this.#isFull));
    });
  }

  end(): void {
    this.#gzip.once("end", () => this.#response.end());
    this.#gzip.end();
  }

  destroy(): void {
    this.#gzip.destroy();
  }
}
