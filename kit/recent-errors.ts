/** An error that a role has logged: its time and its sentence, without the other fields of the log. */
export interface LoggedError {
  /** RFC 3339 with milliseconds. */
  at: string;
  message: string;
}

const most = 10;
const longest = 300;
const logged: LoggedError[] = [];

/** Notes an error of this process, and forgets the oldest one. */
export function noteError(message: string): void {
  logged.push({ at: new Date().toISOString(), message: message.slice(0, longest) });
  if (logged.length > most) logged.shift();
}

/** The latest errors of this process, at most ten, oldest first. */
export const recentErrors = (): readonly LoggedError[] => logged;
