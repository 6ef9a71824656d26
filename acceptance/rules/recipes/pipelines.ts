import type { Prepare, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";
import { elsewhere, provider } from "./identity.ts";

const newRule = (name = fresh("rule"), issuer = "https://forge.example") => ({
  name,
  issuer,
  claims: { repository: `team/${fresh("shop")}`, ref: "refs/heads/*" },
  role: "developer" as const,
});

const rule: Prepare = async ({ site }) => {
  const { id } = await site.owner.client.createPipelineRule({ body: newRule() });
  return { params: { ruleId: id } };
};

const slugOf = async ({ owner, projectId }: Site) => (await owner.client.getProject({ params: { projectId } })).slug;

async function signedFor(site: Site) {
  const { issuer, sign } = await provider();
  const body = newRule(fresh("rule"), issuer);
  const { audience } = await site.owner.client.createPipelineRule({ body });
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { iss: issuer, aud: audience, iat, exp: iat + 300, ...body.claims, ref: "refs/heads/main" };
  return { project: await slugOf(site), claims, sign };
}

export const pipelineRecipes = {
  listPipelineRules: {
    prepare: async (scene) => {
      await rule(scene);
      return {};
    },
  },
  createPipelineRule: {
    prepare: async () => ({ body: newRule() }),
    other: (body: object) => ({ ...body, name: fresh("other") }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const body = newRule();
        await site.owner.client.createPipelineRule({ body });
        return { body };
      },
    },
  },
  getPipelineRule: { prepare: rule },
  deletePipelineRule: { prepare: rule },
  createPipelineToken: {
    belongsTo: "installation",
    prepare: async ({ site }) => {
      const { project, claims, sign } = await signedFor(site);
      return { body: { project, token: await sign(claims) }, target: site.owner.user.id };
    },
    refusals: {
      INVALID_CREDENTIALS: async ({ site }) => {
        const { project, claims, sign } = await signedFor(site);
        return { body: { project, token: await sign({ ...claims, ref: "refs/tags/v1" }) } };
      },
      FORBIDDEN: async ({ site }) => {
        const { project, claims, sign } = await signedFor(site);
        return { body: { project, token: await sign(claims) }, headers: elsewhere };
      },
      UNAVAILABLE: async ({ site }) => {
        const { project, claims, sign } = await signedFor(site);
        const issuer = "http://127.0.0.1:1";
        await site.owner.client.createPipelineRule({ body: newRule(fresh("rule"), issuer) });
        return { body: { project, token: await sign({ ...claims, iss: issuer }) } };
      },
    },
  },
} satisfies Partial<Recipes>;
