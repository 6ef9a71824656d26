import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { imageExists, inStorage, output, podman, show } from "../tools.ts";

const root = join(import.meta.dirname, "../../..");
const debian = "localhost/ferrule-stand-ins:debian";

/**
 * A stand-in for each image of compose.yaml: Debian's package of the same program, with the parts that compose.yaml
 * uses.
 */
const recipes: Record<string, string> = {
  proxy: `FROM ${debian}
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]`,
  postgres: `FROM ${debian}
ENV LANG=C.UTF-8 PATH=/usr/lib/postgresql/17/bin:/usr/sbin:/usr/bin:/sbin:/bin
COPY postgres.sh /postgres.sh
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["/postgres.sh"]`,
  valkey: `FROM ${debian}
VOLUME /data
WORKDIR /data`,
  collector: `FROM IMAGE
COPY node_modules /collector/node_modules
COPY collector.mjs /collector/collector.mjs
HEALTHCHECK NONE
ENTRYPOINT ["node", "/collector/collector.mjs"]`,
};

/** Debian's packages in one image, so that no image registry is needed. */
async function makeDebian(): Promise<void> {
  if (await imageExists(debian)) return;
  const folder = await mkdtemp(join(tmpdir(), "ferrule-stand-ins-"));
  try {
    const archive = join(folder, "debian.tar");
    const without = ["doc", "man", "locale"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
    const packages = "ca-certificates,caddy,valkey-server,valkey-tools,postgresql-17";
    await show("mmdebstrap", "--variant=minbase", `--include=${packages}`, ...without, "trixie", archive);
    await podman("import", archive, debian);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes stand-ins for other projects' images, under the names in compose.yaml. `image`: Ferrule's image. */
export async function makeStandIns(image: string): Promise<void> {
  await makeDebian();
  const compose = parseDocument(await readFile(join(root, "deploy/compose.yaml"), "utf8"));
  const folder = await mkdtemp(join(tmpdir(), "ferrule-stand-ins-"));
  try {
    await cp(join(import.meta.dirname, "stand-ins"), folder, { recursive: true });
    const yaml = dirname(fileURLToPath(import.meta.resolve("yaml/package.json")));
    await cp(yaml, join(folder, "node_modules/yaml"), { recursive: true });
    for (const [service, recipe] of Object.entries(recipes)) {
      const name = compose.getIn(["services", service, "image"]) as string;
      const file = join(folder, `${service}.containerfile`);
      await writeFile(file, recipe.replace("IMAGE", image));
      await output(
        "buildah",
        ...inStorage(
          "bud",
          "--isolation",
          "chroot",
          "--format",
          "docker",
          "--pull-never",
          "-f",
          file,
          "-t",
          name,
          folder,
        ),
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
