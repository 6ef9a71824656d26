import { readFile } from "node:fs/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageExists, inStorage, output, podman, show } from "./tools.ts";

const root = join(import.meta.dirname, "../..");
const suite = "trixie";

/** The names of the base images in the Containerfile. */
async function namesOfBases(): Promise<{ base: string; builder: string }> {
  const text = await readFile(join(root, "deploy/Containerfile"), "utf8");
  const [, builder] = /^ARG BUILDER=(\S+)$/m.exec(text) ?? [];
  const [, base] = /^ARG BASE=(\S+)$/m.exec(text) ?? [];
  if (base === undefined || builder === undefined) throw new Error("The Containerfile names no bases.");
  return { base, builder };
}

/**
 * Makes the two base images from Debian's packages, under the Containerfile's names, for machines without access to an
 * image registry. The builder has this machine's npm, and its configuration of npm and TLS.
 */
async function makeBases(): Promise<void> {
  const { base, builder } = await namesOfBases();
  if ((await imageExists(base)) && (await imageExists(builder))) return;
  const folder = await mkdtemp(join(tmpdir(), "ferrule-bases-"));
  try {
    const without = ["doc", "man", "locale"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
    const archive = join(folder, "base.tar");
    await show("mmdebstrap", "--variant=minbase", "--include=ca-certificates", ...without, suite, archive);
    await podman("import", archive, base);
    const tree = join(folder, "builder");
    const script = `set -e
      mkdir "$1" && tar -C "$1" -xf "$2" --exclude='./dev/*'
      cd "$1" && mkdir -p usr/lib/node_modules usr/etc
      npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
      cp -L "$(command -v node)" usr/bin/node && cp -a "$npm" usr/lib/node_modules/npm
      ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/bin/npm
      for file in /etc/npmrc /usr/etc/npmrc /etc/ssl/certs/ca-certificates.crt; do
        if [ -e "$file" ]; then cp "$file" ".$file"; fi
      done
      tar -cf "$3" .`;
    await output("sh", "-c", script, "sh", tree, archive, join(folder, "builder.tar"));
    await podman("import", join(folder, "builder.tar"), builder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds the image from its Containerfile; returns its name. */
export async function buildImage(): Promise<string> {
  await makeBases();
  const image = "localhost/ferrule:test";
  const how = ["--isolation", "chroot", "--format", "docker", "--pull-never", "--network", "host"];
  await show("buildah", ...inStorage("bud", ...how, "-f", join(root, "deploy/Containerfile"), "-t", image, root));
  return image;
}
