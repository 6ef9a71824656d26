// Runs a TypeScript program of this repository on a machine that has only git, Node >= 20 and npm: installs what the
// lock file names when that is newer than what is installed, then hands over to the Node that the lock file brings.
// Plain JavaScript without dependencies, because nothing is installed yet when it starts.
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const [program, ...args] = process.argv.slice(2);
const modules = join(root, "node_modules");
const lock = join(root, "package-lock.json");
// A copy of the lock file that `npm ci` last succeeded with; gone with the folder when that is emptied.
const stamp = join(modules, ".ferrule-lock");
const node = join(modules, ".bin", process.platform === "win32" ? "node.exe" : "node");

function fail(sentence) {
  process.stderr.write(`ferrule: ${sentence}\n`);
  process.exit(1);
}

const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages;

/** Whether this very lock file was installed, or npm's own record of what it installed has every version it names. */
function isInstalled() {
  try {
    if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, "utf8") === readFileSync(lock, "utf8"))
      return true;
    const installed = packagesOf(join(modules, ".package-lock.json"));
    const wanted = Object.entries(packagesOf(lock)).filter(([path]) => path.startsWith("node_modules/"));
    return (
      existsSync(node) &&
      // An optional package may belong to another platform.
      wanted.every(([path, { version, link, optional }]) =>
        installed[path]
          ? Boolean(link) === Boolean(installed[path].link) && installed[path].version === version
          : optional,
      )
    );
  } catch {
    return false;
  }
}

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** One installation at a time: two commands started at once must not both run `npm ci`. */
function install() {
  const guard = join(root, ".ferrule-installing");
  for (;;) {
    try {
      mkdirSync(guard);
      break;
    } catch (error) {
      if (error.code !== "EEXIST")
        fail(`The folder ${root} cannot be written (${error.code}), and the packages are not installed.`);
      if (Date.now() - statSync(guard, { throwIfNoEntry: false })?.mtimeMs > 600_000) rmdirSync(guard);
      sleep(500);
      if (isInstalled()) return;
    }
  }
  try {
    if (isInstalled()) return;
    process.stderr.write("ferrule: installing packages (only after a change of the lock file; about a minute)\n");
    const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (npm.error) fail(`npm could not be started (${npm.error.code}). Ferrule needs git, Node 20 or newer, and npm.`);
    if (npm.status !== 0) fail("npm ci failed; its message is above.");
    copyFileSync(lock, stamp);
  } finally {
    rmdirSync(guard);
  }
}

if (Number(process.versions.node.split(".")[0]) < 20)
  fail(`Node ${process.versions.node} is too old: 20 or newer is needed.`);
if (!isInstalled()) install();

const child = spawn(node, [join(root, program), ...args], {
  cwd: root,
  // What has been compiled once is kept: a third less time until a role serves.
  env: { NODE_COMPILE_CACHE: join(modules, ".cache", "ferrule-compiled"), ...process.env },
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
// Ctrl-C in a terminal reaches the program as well; it drains once however often it is told.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// The channel closes when this process ends in any way, and the program ends with it. npm itself may be killed too.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM");
  }, 500).unref();
}
child.on("exit", (code, signal) => process.exit(signal ? 128 + 15 : code));
