import type { Command } from "commander";
import { commandsOf } from "./commands.ts";
import { whoami } from "./commands/whoami.ts";
import { diff } from "./commands/diff.ts";
import { init } from "./commands/init.ts";
import { addCompletion } from "./completion/add-completion.ts";
import { call } from "./commands/call.ts";
import { deploy } from "./commands/deploy.ts";
import { dev } from "./commands/dev.ts";
import { doctor } from "./commands/doctor.ts";
import { functionsList } from "./commands/functions-list.ts";
import { logs } from "./commands/logs.ts";
import { open } from "./commands/open.ts";
import { release } from "./commands/release.ts";
import { rollback } from "./commands/rollback.ts";
import { secretsList } from "./commands/secrets-list.ts";
import { secretsSet } from "./commands/secrets-set.ts";
import { test } from "./commands/test.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { pull } from "./commands/pull.ts";
import { previewEnd } from "./commands/preview-end.ts";
import { previewList } from "./commands/preview-list.ts";
import { previewServe } from "./commands/preview-serve.ts";
import { push } from "./commands/push.ts";
import { approvalsGet } from "./commands/approvals/approvals-get.ts";
import { approvalsLink } from "./commands/approvals/approvals-link.ts";
import { approvalsList } from "./commands/approvals/approvals-list.ts";
import { approvalsOpen } from "./commands/approvals/approvals-open.ts";
import { runsCancel } from "./commands/runs/runs-cancel.ts";
import { runsGet } from "./commands/runs/runs-get.ts";
import { runsList } from "./commands/runs/runs-list.ts";
import { runsLogs } from "./commands/runs/runs-logs.ts";
import { runsPause } from "./commands/runs/runs-pause.ts";
import { runsReplay } from "./commands/runs/runs-replay.ts";
import { runsResume } from "./commands/runs/runs-resume.ts";
import { runsRetry } from "./commands/runs/runs-retry.ts";
import { runsRetryFailed } from "./commands/runs/runs-retry-failed.ts";
import { runsSend } from "./commands/runs/runs-send.ts";
import { runsStart } from "./commands/runs/runs-start.ts";
import type { Surroundings } from "./context/context.ts";
import { emptyProgram } from "./empty-program.ts";

/** The developers' commands, in the order of the help. */
const developerCommands = [
  login,
  logout,
  whoami,
  init,
  pull,
  diff,
  push,
  dev,
  test,
  previewServe,
  previewList,
  previewEnd,
  doctor,
  open,
  deploy,
  release,
  rollback,
  functionsList,
  logs,
  call,
  runsList,
  runsGet,
  runsLogs,
  runsStart,
  runsCancel,
  runsRetry,
  runsRetryFailed,
  runsReplay,
  runsPause,
  runsResume,
  runsSend,
  approvalsList,
  approvalsGet,
  approvalsOpen,
  approvalsLink,
  secretsList,
  secretsSet,
];

/** Adds the commands that work on a Project through an installation's management API. */
export function addDeveloperCommands(
  program: Command,
  surroundings: Surroundings,
  ended: (code: number) => void,
): void {
  program.commandsGroup("Your Projects:");
  const commands = commandsOf(program, surroundings, ended);
  for (const add of developerCommands) add(commands);
  commands.shareOptions();
  addCompletion(program, surroundings.stdout);
}

/** The program that an installation offers for download: the developers' commands alone. */
export function developerProgram(surroundings: Surroundings, ended: (code: number) => void): Command {
  const program = emptyProgram("Work on the Functions of a Ferrule installation.");
  addDeveloperCommands(program, surroundings, ended);
  return program;
}
