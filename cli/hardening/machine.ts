import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { valueOf, type Environment, type Item } from "./finding.ts";

const folderOf = (env: Environment) => valueOf(env, "DATA_DIR") ?? ".ferrule";
const secretFiles = ["secrets.json", "owner.json", "demo.json"];

/** Whether anybody except the owner has access to it. */
const isOpen = (path: string) => existsSync(path) && (statSync(path).mode & 0o077) !== 0;

/** The checklist's items about the process and its files. */
export const machineItems: readonly Item[] = [
  {
    id: "file-modes",
    readers: ["control-plane", "worker", "start"],
    check(env) {
      const open = secretFiles.map((name) => join(folderOf(env), name)).filter(isOpen);
      return open.length === 0 ? null : `Others can read ${open.join(", ")}: run chmod 600.`;
    },
  },
  {
    id: "generated-password",
    readers: ["control-plane", "start"],
    check: (env) =>
      existsSync(join(folderOf(env), "owner.json"))
        ? "The owner's generated password is still in owner.json: sign in and change it."
        : null,
  },
  {
    id: "user",
    readers: ["gateway", "control-plane"],
    check: () => (process.geteuid?.() === 0 ? "This role runs as root, which it does not need." : null),
  },
  {
    id: "node-options",
    readers: ["gateway", "control-plane", "worker", "start"],
    check(env) {
      if (/--inspect|--allow-natives|--insecure-http-parser/.test(valueOf(env, "NODE_OPTIONS") ?? ""))
        return "NODE_OPTIONS opens a debugger or a lenient parser.";
      return valueOf(env, "NODE_TLS_REJECT_UNAUTHORIZED") === "0"
        ? "NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate, so TLS protects nothing."
        : null;
    },
  },
  {
    id: "log-level",
    readers: ["gateway", "control-plane", "worker", "start"],
    check: (env) =>
      ["trace", "debug"].includes(valueOf(env, "LOG_LEVEL") ?? "")
        ? "LOG_LEVEL is for finding errors, not for production."
        : null,
  },
];
