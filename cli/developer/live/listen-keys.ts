import { emitKeypressEvents, type Key } from "node:readline";

/** Keys that somebody presses, without a line end behind them. */
export interface Keys {
  /** Lets somebody else read what is typed, such as a question, until `work` has ended. */
  lend: <T>(work: () => Promise<T>) => Promise<T>;
  close: () => void;
}

/** Hears each key of a terminal. Ctrl-C and Ctrl-D come as `q`. */
export function listenKeys(terminal: NodeJS.ReadStream, pressed: (key: string) => void): Keys {
  emitKeypressEvents(terminal);
  const hear = (text: string | undefined, { ctrl, name }: Key) => {
    const key = ctrl === true ? (name === "c" || name === "d" ? "q" : "") : (text ?? "");
    if (key !== "") pressed(key);
  };
  const begin = () => {
    terminal.setRawMode(true);
    terminal.on("keypress", hear).resume();
  };
  const end = () => {
    terminal.off("keypress", hear).pause();
    terminal.setRawMode(false);
  };
  begin();
  return {
    lend: async (work) => {
      end();
      try {
        return await work();
      } finally {
        begin();
      }
    },
    close: end,
  };
}
