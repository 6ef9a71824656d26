import { noteError } from "./recent-errors.ts";
import { destination, pino, stdTimeFunctions, type Logger } from "pino";

export type Log = Logger;

const secretPaths = ["password", "token", "secret", "authorization", "cookie", "*.password", "*.token", "*.secret"];

/** From this level on, we remember entries, for requests that ask for the role's latest errors. */
const errorLevel = 50;
const textOf = (args: readonly unknown[]) =>
  args.find((arg) => typeof arg === "string") ?? "an error without a message";

/**
 * The structured log of one role: a JSON line per entry on stdout, with `role`, ISO time and level names. It writes
 * synchronously, because it would retry buffered entries for ever at exit when their reader has gone. Fields with
 * secret-bearing names are redacted as a second line of defence; the first is not to log them.
 */
export function createLog(role: string, level = "info"): Log {
  return pino(
    {
      level,
      base: { role, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: "[redacted]" },
      hooks: {
        logMethod(args, method, logged) {
          if (logged >= errorLevel) noteError(textOf(args));
          method.apply(this, args);
        },
      },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination({ fd: process.stdout.fd, sync: true }),
  );
}
