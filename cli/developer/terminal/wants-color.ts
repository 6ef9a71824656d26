/** Whether to colour what goes to `stream` (https://no-color.org): not where somebody says so, nor where no terminal shows it. */
export function wantsColor(env: NodeJS.ProcessEnv, stream: { isTTY?: boolean }, flag: boolean): boolean {
  if (!flag || env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}
