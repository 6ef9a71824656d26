/**
 * Whether to colour the output to `stream`: not if the user opts out (https://no-color.org), nor if it is not a
 * terminal.
 */
export function wantsColor(env: NodeJS.ProcessEnv, stream: { isTTY?: boolean }, flag: boolean): boolean {
  if (!flag || env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}
