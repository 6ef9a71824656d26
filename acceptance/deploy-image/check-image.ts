import assert from "node:assert/strict";
import { podman } from "./tools.ts";

const mostBytes = 400_000_000;
const isolated = [
  "run",
  "--rm",
  "--read-only",
  "--cap-drop",
  "all",
  "--network",
  "none",
  "--ulimit",
  "nofile=1024:1024",
  "--ulimit",
  "nproc=1024:1024",
];

interface Image {
  Size: number;
  Healthcheck?: { Test: string[] };
  Config: {
    User: string;
    Labels: Record<string, string>;
    Env: string[];
    StopSignal: string;
  };
}

/** Requirements on the image before anything runs from it. */
export async function checkImage(image: string): Promise<void> {
  const [found] = JSON.parse(await podman("image", "inspect", image)) as [Image];
  process.stdout.write(`image: ${Math.round(found.Size / 1e6)} MB\n`);
  assert.ok(found.Size < mostBytes, `the image has ${found.Size} bytes`);
  const { User, Labels, Env, StopSignal } = found.Config;
  assert.equal(User, "10001:10001");
  assert.equal(StopSignal, "SIGTERM");
  assert.equal(Labels["org.opencontainers.image.title"], "Ferrule");
  assert.match(Labels["org.opencontainers.image.version"] ?? "", /^\d+\.\d+\.\d+$/);
  assert.ok(found.Healthcheck?.Test.includes("/ferrule/deploy/health.mjs"));
  assert.ok(Env.includes("NODE_ENV=production"));

  // All in one container: if the storage has no layers, each container is a full copy of the image.
  const scripts = [
    "cat /ferrule/sbom.cdx.json",
    "find /ferrule -name '*.test.[cm][jt]s' -o -name '*.test.[jt]s' -o -name '*.spec.[jt]s' -o -type d -name __tests__ | head -3; " +
      "find /ferrule -path '*/node_modules' -prune -o -type d '(' -name testing -o -name conformance ')' -print | head -3",
    "find / -xdev -perm /6000 -type f 2>/dev/null | head -3",
    "dpkg-query --show --showformat '${Package}\n' | sort -u",
    "touch /ferrule/x 2>/dev/null && echo written; touch /data/x && id -u",
  ];
  const separator = "=====";
  const script = scripts.join(`\necho; echo ${separator}\n`);
  const printed = await podman(...isolated, "--entrypoint", "/bin/sh", image, "-c", script);
  const [sbomText = "", tests, privileged, system = "", written] = printed.split(separator).map((part) => part.trim());
  const sbom = JSON.parse(sbomText) as { bomFormat: string; components: { name: string; purl: string }[] };
  assert.equal(sbom.bomFormat, "CycloneDX");
  for (const name of ["pg", "undici", "isolated-vm", "esbuild"])
    assert.ok(
      sbom.components.some((component) => component.name === name),
      name,
    );
  const listed = sbom.components.filter(({ purl }) => purl.startsWith("pkg:deb/debian/")).map(({ name }) => name);
  assert.deepEqual([...new Set(listed)].sort(), system.split("\n").sort());
  assert.deepEqual({ tests, privileged, written }, { tests: "", privileged: "", written: "10001" });
}
