import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import type { Prepare, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

/** An endpoint with a tool, and its manifest with different content. */
async function changed(site: Site): Promise<{ endpointId: string; manifest: Manifest }> {
  const { endpointId } = await site.createTool();
  const manifest = await site.owner.client.getManifest({ params: { endpointId } });
  return { endpointId, manifest: { ...manifest, endpoint: { ...manifest.endpoint, description: fresh("Described") } } };
}

/** The same, with a Library that has another kind in the Project. */
async function conflicting(site: Site) {
  const { endpointId, manifest } = await changed(site);
  const name = fresh("library");
  await site.owner.client.createLibrary({ body: { kind: "source", name, source: "export {};" } });
  const library = { kind: "npm" as const, name, package: name, version: "1.0.0" };
  return { endpointId, manifest: { ...manifest, libraries: [library] } };
}

const apply: Prepare = async ({ site }) => {
  const { endpointId, manifest } = await changed(site);
  const params = { endpointId };
  const { digest } = await site.owner.client.previewManifest({ params, body: { manifest } });
  return { params, body: { manifest, previewDigest: digest }, target: endpointId };
};

export const manifestRecipes = {
  getManifest: { prepare: async ({ site }) => ({ params: { endpointId: (await site.createTool()).endpointId } }) },
  getDiscovery: { prepare: async ({ site }) => ({ params: { endpointId: (await site.createRoute()).endpointId } }) },
  previewManifest: {
    prepare: async ({ site }) => {
      const { endpointId, manifest } = await changed(site);
      return { params: { endpointId }, body: { manifest } };
    },
    refusals: {
      CONFLICT: async ({ site }) => {
        const { endpointId, manifest } = await conflicting(site);
        return { params: { endpointId }, body: { manifest } };
      },
    },
  },
  applyManifest: {
    prepare: apply,
    refusals: {
      CONFLICT: async ({ site }) => {
        const { endpointId, manifest } = await conflicting(site);
        return { params: { endpointId }, body: { manifest, previewDigest: "none" }, target: endpointId };
      },
      INVALID_STATE: async (scene) => {
        const prepared = await apply(scene);
        return { ...prepared, body: { ...(prepared.body as object), previewDigest: "0".repeat(64) } };
      },
    },
  },
} satisfies Partial<Recipes>;
