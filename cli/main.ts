import { checkConfig } from "./config-check.ts";
import { listConfig } from "./config-list.ts";
import { rekeySecrets, runRole } from "./run-role.ts";

const usage = `ferrule: a self-hosted control plane for operational Functions

  ferrule start                     everything on this machine
  ferrule gateway                   one role, configured by environment variables
  ferrule control-plane
  ferrule worker
  ferrule config                    every setting, its default and who reads it
  ferrule secrets rekey             every secret under the first of ENCRYPTION_KEYS; then the others can go
  ferrule config check [role …]     whether the environment is a good configuration; names and never values
`;

const [command, ...rest] = process.argv.slice(2);

if (command === "config" && rest[0] === "check") process.exitCode = checkConfig(rest.slice(1), process.env);
else if (command === "config" && rest.length === 0) process.stdout.write(listConfig());
else if (command === "secrets" && rest[0] === "rekey" && rest.length === 1) rekeySecrets();
else if (
  command !== undefined &&
  ["start", "gateway", "control-plane", "worker"].includes(command) &&
  rest.length === 0
)
  runRole(command);
else {
  const asked = command === undefined || command === "help" || command === "--help";
  process[asked ? "stdout" : "stderr"].write(
    asked ? usage : `ferrule: unknown command ${[command, ...rest].join(" ")}\n\n${usage}`,
  );
  process.exitCode = asked ? 0 : 2;
}
