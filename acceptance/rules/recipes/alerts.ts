import type { Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";

const boundsOf = async (site: Site) => {
  const { id: endpointId } = await site.createEndpoint();
  const { revision } = await site.owner.client.getAlertBounds({ params: { endpointId } });
  return { params: { endpointId }, revision };
};

const newChannel = (name = fresh("channel")) => ({
  name,
  // Nobody listens there: the host's name is known nowhere (RFC 6761).
  target: { kind: "slack" as const, url: `https://receiver.invalid/${fresh("a-path-that-must-stay-sealed")}` },
});

const channel = async (site: Site) => {
  const { id, revision } = await site.owner.client.createAlertChannel({ body: newChannel() });
  return { params: { channelId: id }, revision };
};

/** Another channel with this name. */
async function taken(site: Site) {
  const body = newChannel();
  await site.owner.client.createAlertChannel({ body });
  return body;
}

export const alertRecipes = {
  listAlertChannels: {
    prepare: async ({ site }) => {
      await channel(site);
      return {};
    },
  },
  createAlertChannel: {
    prepare: async () => ({ body: newChannel() }),
    other: (body: object) => ({ ...body, name: fresh("other") }),
    refusals: { CONFLICT: async ({ site }) => ({ body: await taken(site) }) },
  },
  getAlertChannel: { prepare: async ({ site }) => ({ params: (await channel(site)).params }) },
  updateAlertChannel: {
    prepare: async ({ site }) => ({ ...(await channel(site)), body: { enabled: false } }),
    refusals: {
      CONFLICT: async ({ site }) => {
        const { name } = await taken(site);
        return { params: (await channel(site)).params, body: { name } };
      },
    },
  },
  deleteAlertChannel: { prepare: ({ site }) => channel(site) },
  testAlertChannel: { prepare: async ({ site }) => ({ params: (await channel(site)).params }) },
  listAlertMessages: {
    prepare: async ({ site }) => {
      await site.owner.client.testAlertChannel({ params: (await channel(site)).params });
      return {};
    },
  },
  listAlerts: { prepare: async () => ({}) },
  countAlerts: { prepare: async () => ({}) },
  getAlertSettings: { prepare: async () => ({}) },
  updateAlertSettings: {
    prepare: async ({ site }) => ({
      body: { rulesOff: ["approval-waits"], quietHours: { from: "22:00", to: "07:00", timezone: "Europe/Berlin" } },
      revision: (await site.owner.client.getAlertSettings({})).revision,
    }),
  },
  getAlertBounds: {
    prepare: async ({ site }) => ({ params: (await boundsOf(site)).params }),
  },
  updateAlertBounds: {
    prepare: async ({ site }) => ({ ...(await boundsOf(site)), body: { failurePercent: 50, p95Ms: null } }),
  },
} satisfies Partial<Recipes>;
