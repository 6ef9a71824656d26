// Runs a TypeScript program of this repository on a machine that has only git, Node >= 20 and npm: installs what the
// lock file names when that is newer than what is installed, then hands over to the Node that the lock file brings.
// Plain JavaScript without dependencies, because nothing is installed yet when it starts.
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** Whether this very lock file was installed, or npm's own record of installed packages has every version in it. */
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

const guard = join(root, ".ferrule-installing");
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The process that installs; null when it ended without removing its guard, for example because it was killed. */
function installer() {
  let pid;
  try {
    pid = Number(readFileSync(guard, "utf8"));
  } catch {
    return undefined;
  }
  if (pid === process.pid || !Number.isInteger(pid) || pid <= 0) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return error.code === "EPERM" ? pid : null;
  }
}

/**
 * Takes the guard, waiting for whoever has it. Returns false when another process has installed the packages meanwhile.
 */
async function takeGuard() {
  const own = `${guard}.${process.pid}`;
  let told;
  try {
    // We write the content before the file gets its name, so nobody reads a guard without a pid.
    writeFileSync(own, String(process.pid));
    for (;;) {
      const pid = installer();
      if (pid === null) rmSync(guard, { force: true });
      else if (pid !== undefined && pid !== told) {
        process.stderr.write(`ferrule: waiting for process ${pid}, which is installing the packages\n`);
        told = pid;
      }
      try {
        linkSync(own, guard);
        // Two processes may find a dead one's guard and both remove it; the later one then has it.
        await sleep(100);
        if (readFileSync(guard, "utf8") === String(process.pid)) return true;
      } catch (error) {
        if (error.code !== "EEXIST" && error.code !== "ENOENT") throw error;
      }
      await sleep(500);
      if (isInstalled()) return false;
    }
  } catch (error) {
    return fail(`The folder ${root} cannot be written (${error.code}), and the packages are not installed.`);
  } finally {
    rmSync(own, { force: true });
  }
}

/** One installation at a time: two commands started at once must not both run `npm ci`. */
async function install() {
  if (!(await takeGuard())) return;
  const release = () => rmSync(guard, { force: true });
  process.on("exit", release);
  if (!isInstalled()) {
    process.stderr.write(
      "ferrule: installing packages (only after a change of the lock file; this can take some minutes)\n",
    );
    // From here on, Ctrl-C reaches npm as well; this process must outlive it to remove the guard.
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    const pass = (signal) => npm.kill(signal);
    for (const signal of signals) process.on(signal, pass);
    const npm = spawn("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    });
    const [status, ended] = await new Promise((resolve) => {
      npm.on("error", (error) =>
        fail(`npm could not be started (${error.code}). Ferrule needs git, Node 20 or newer, and npm.`),
      );
      npm.on("exit", (code, signal) => resolve([code, signal]));
    });
    for (const signal of signals) process.off(signal, pass);
    if (ended || status >= 128) fail("The installation of the packages was interrupted. The next start goes on.");
    if (status !== 0) fail("npm ci failed; its message is above.");
    copyFileSync(lock, stamp);
  }
  release();
  process.off("exit", release);
}

if (Number(process.versions.node.split(".")[0]) < 20)
  fail(`Node ${process.versions.node} is too old: 20 or newer is needed.`);
if (!isInstalled()) await install();

const child = spawn(node, [join(root, program), ...args], {
  cwd: root,
  // Node keeps what it has compiled, so a role serves after a third less time.
  env: { NODE_COMPILE_CACHE: join(modules, ".cache", "ferrule-compiled"), ...process.env },
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
// Ctrl-C in a terminal reaches the program as well; it drains only once, however many signals it gets.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// The channel closes however this process ends, and then the program ends. npm itself may be killed too.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM");
  }, 500).unref();
}
child.on("exit", (code, signal) => process.exit(signal ? 128 + 15 : code));
