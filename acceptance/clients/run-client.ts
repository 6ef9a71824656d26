import { spawn } from "node:child_process";

export interface ClientRun {
  status: number | null;
  stdout: string;
  stderr: string;
}

const mostMs = 120_000;

/** Runs a client to its end, at most two minutes, without anything of this process's environment but what `env` names. */
export async function runClient(
  command: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<ClientRun> {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: mostMs });
  const run = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => (run[stream] += text));
  const status = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  return { status, ...run };
}
