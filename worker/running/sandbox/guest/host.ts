/**
 * The functions that the executor hands in. `alarm` and `random` wait for the executor (about 50 µs). The others do not
 * wait, so the prelude must limit how often a call may use them.
 */
export interface Host {
  finish: (kind: string, text: string, head: string, tookMs: number, bytes?: Uint8Array) => void;
  log: (level: string, message: string, dataJson: string) => void;
  call: (op: number, name: string, json: string, bytes?: Uint8Array) => void;
  attached: () => void;
  drop: (op: number) => void;
  /** Requests a call of `tick` after this many milliseconds. Negative: never. */
  alarm: (afterMs: number) => void;
  random: (bytes: number) => Uint8Array;
  progress: (json: string) => void;
}

let present: Host | undefined;

export function useHost(host: Host): void {
  present = host;
}

export function host(): Host {
  return present!;
}
