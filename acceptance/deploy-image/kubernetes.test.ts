import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseAllDocuments } from "yaml";

const folder = join(import.meta.dirname, "../../deploy/kubernetes");

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: { template?: { spec: PodSpec }; selector?: { matchLabels?: Record<string, string> } };
}
interface PodSpec {
  automountServiceAccountToken: boolean;
  securityContext: { runAsNonRoot: boolean; seccompProfile: { type: string } };
  containers: {
    image: string;
    securityContext: {
      allowPrivilegeEscalation: boolean;
      readOnlyRootFilesystem: boolean;
      capabilities: { drop: string[] };
    };
    resources: { limits?: { memory?: string } };
    livenessProbe?: object;
    readinessProbe?: object;
  }[];
}
type Model = new (manifest: object) => { validate: () => void };

const documentsOf = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Manifest);

/** Kubernetes' own schema of an object, the source of the packages' models. */
async function modelOf({ apiVersion, kind }: Manifest): Promise<Model> {
  const models = (await import(`kubernetes-models/${apiVersion}/${kind}`)) as Record<string, Model>;
  return models[kind] ?? assert.fail(`There is no ${apiVersion} ${kind}.`);
}

async function validate(manifest: Manifest): Promise<void> {
  const model = new (await modelOf(manifest))(manifest);
  assert.doesNotThrow(() => model.validate(), `${manifest.kind} ${manifest.metadata.name}`);
}

function assertRestricted({ kind, metadata, spec }: Manifest): void {
  const pod = spec?.template?.spec;
  if (pod === undefined) return;
  const name = `${kind} ${metadata.name}`;
  assert.equal(pod.automountServiceAccountToken, false, name);
  assert.deepEqual(
    [pod.securityContext.runAsNonRoot, pod.securityContext.seccompProfile.type],
    [true, "RuntimeDefault"],
    name,
  );
  for (const container of pod.containers) {
    const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = container.securityContext;
    assert.deepEqual(
      [allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities.drop],
      [false, true, ["ALL"]],
      name,
    );
    assert.ok(container.resources.limits?.memory, name);
    if (kind !== "Job") assert.ok(container.livenessProbe && container.readinessProbe, name);
  }
}

const files = globSync("{base/*,*.example}.yaml", { cwd: folder }).filter((file) => !file.includes("kustomization"));
const base = files.flatMap((file) => documentsOf(readFileSync(join(folder, file), "utf8")));

test("every object is as Kubernetes' schemas say, and the validation can fail", async () => {
  assert.ok(base.length > 20, String(base.length));
  for (const manifest of base) await validate(manifest);
  const deployment = base.find(({ kind }) => kind === "Deployment");
  await assert.rejects(validate({ ...deployment!, spec: { replicas: "two" } as object }), /Deployment/);
});

test("every pod fits the restricted pod security standard", () => {
  for (const manifest of base) assertRestricted(manifest);
});

test("every file of the base is in its kustomization", () => {
  const listed = (
    documentsOf(readFileSync(join(folder, "base/kustomization.yaml"), "utf8"))[0] as unknown as { resources: string[] }
  ).resources;
  assert.deepEqual(
    listed.toSorted(),
    files
      .filter((file) => file.startsWith("base/"))
      .map((file) => file.slice(5))
      .sort(),
  );
});

const kubectl = (() => {
  try {
    execFileSync("kubectl", ["version", "--client"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

for (const overlay of ["small", "large"]) {
  test(
    `the overlay ${overlay} renders to valid, restricted objects`,
    { skip: !kubectl && "there is no kubectl" },
    async () => {
      const text = execFileSync("kubectl", ["kustomize", join(folder, "overlays", overlay)], { encoding: "utf8" });
      const rendered = documentsOf(text);
      for (const manifest of rendered) {
        await validate(manifest);
        assertRestricted(manifest);
      }
      const images = rendered.flatMap(({ spec }) => spec?.template?.spec.containers.map(({ image }) => image) ?? []);
      assert.deepEqual([...new Set(images)], ["registry.example.com/ferrule:0.1.0"]);
      assert.equal(
        rendered.some(({ kind }) => kind === "HorizontalPodAutoscaler"),
        overlay === "large",
      );
    },
  );
}

test(
  "with the component gateway-tls, callers reach the gateways alone, and by https",
  { skip: !kubectl && "there is no kubectl" },
  async () => {
    const overlay = mkdtempSync(join(folder, "overlays", "test-"));
    try {
      const resources = "resources: [../small]\ncomponents: [../../components/gateway-tls]\n";
      const head = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n";
      writeFileSync(join(overlay, "kustomization.yaml"), head + resources);
      const rendered = documentsOf(execFileSync("kubectl", ["kustomize", overlay], { encoding: "utf8" }));
      for (const manifest of rendered) {
        await validate(manifest);
        assertRestricted(manifest);
      }
      assert.ok(!rendered.some(({ kind }) => kind === "Ingress"));
      const gateway = rendered.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "gateway");
      const [container] = gateway?.spec?.template?.spec.containers ?? [];
      for (const probe of [container?.livenessProbe, container?.readinessProbe])
        assert.equal((probe as { httpGet: { scheme?: string } }).httpGet.scheme, "HTTPS");
      assert.match(JSON.stringify(container), /"TLS_CERT_FILE","value":"\/tls\/tls.crt"/);
    } finally {
      rmSync(overlay, { recursive: true });
    }
  },
);

for (const [overlay, others] of [
  ["small", ""],
  ["large", ", ../../components/gateway-tls"],
] as const)
  test(
    `with the component roles-tls${others}, the roles of the overlay ${overlay} ask each other, and are probed, by https`,
    { skip: !kubectl && "there is no kubectl" },
    async () => {
      const folderOfTest = mkdtempSync(join(folder, "overlays", "test-"));
      try {
        const head = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n";
        const parts = `resources: [../${overlay}]\ncomponents: [../../components/roles-tls${others}]\n`;
        writeFileSync(join(folderOfTest, "kustomization.yaml"), head + parts);
        const text = execFileSync("kubectl", ["kustomize", folderOfTest], { encoding: "utf8" });
        assert.doesNotMatch(text, /http:\/\//);
        const rendered = documentsOf(text);
        for (const manifest of rendered) {
          await validate(manifest);
          assertRestricted(manifest);
        }
        for (const name of ["control-plane", "worker"]) {
          const role = rendered.find(({ spec, metadata }) => spec?.template !== undefined && metadata.name === name);
          const [container] = role?.spec?.template?.spec.containers ?? [];
          for (const probe of [container?.livenessProbe, container?.readinessProbe])
            assert.equal((probe as { httpGet: { scheme?: string } }).httpGet.scheme, "HTTPS", name);
          assert.match(JSON.stringify(container), /"INTERNAL_TLS_KEY_FILE","value":"\/roles-tls\/tls.key"/);
        }
        assert.equal(text.split("name: INTERNAL_TLS_CA_FILE").length - 1, 2);
      } finally {
        rmSync(folderOfTest, { recursive: true });
      }
    },
  );
