/** Shows the progress of something. */
export interface Progress {
  /** Shows the current step. */
  say: (text: string) => void;
  /** Ends the display, and leaves this line if given. */
  end: (text?: string) => void;
}

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const clearLine = "\r\u001b[2K";

/** On a terminal: one line that changes in place. */
function moving(stream: NodeJS.WriteStream, first: string): Progress {
  let [text, at] = [first, 0];
  const draw = () => {
    const room = Math.max(10, (stream.columns ?? 80) - 3);
    stream.write(`${clearLine}${frames[at++ % frames.length]!} ${text.slice(0, room)}`);
  };
  draw();
  const timer = setInterval(draw, 80).unref();
  return {
    say: (next) => {
      text = next;
      draw();
    },
    end: (last) => {
      clearInterval(timer);
      stream.write(last === undefined ? clearLine : `${clearLine}${last}\n`);
    },
  };
}

/** In a log: one line for each change. */
function lines(stream: NodeJS.WriteStream, first: string): Progress {
  let text = "";
  const say = (next: string) => {
    if (next !== text) stream.write(`${next}\n`);
    text = next;
  };
  say(first);
  return { say, end: (last) => last !== undefined && say(last) };
}

/** Shows progress on `stream`: in place if it is a terminal. */
export const progress = (stream: NodeJS.WriteStream, text: string): Progress =>
  stream.isTTY && process.env["TERM"] !== "dumb" ? moving(stream, text) : lines(stream, text);
