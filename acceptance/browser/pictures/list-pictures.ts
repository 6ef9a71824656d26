import type { Client } from "@ferrule/contract/client.ts";
import type { Page } from "playwright-core";

interface Picture {
  name: string;
  path: string;
  /** A page for visitors who have not signed in. */
  isPublic?: true;
  /** Brings the page into the state for the picture. */
  prepare?: (page: Page) => Promise<void>;
}

/** Waits until TypeScript has checked the text in the editor. */
const checked = (page: Page) => page.getByRole("region", { name: "Problems" }).getByText("No problems").waitFor();
const click = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Every page of the console, and its most important dialogs and drawers. */
export async function listPictures(client: Client): Promise<readonly Picture[]> {
  const functions = (await client.listFunctions({ query: { limit: 50 } })).items;
  const endpoints = (await client.listRuntimeEndpoints({ query: { limit: 10 } })).items;
  const executions = (await client.listExecutions({ query: { limit: 100, environment: "development" } })).items;
  const deployments = (await client.listDeployments({ query: { limit: 20 } })).items;
  const libraries = (await client.listLibraries({ query: { limit: 5 } })).items;
  const collections = (await client.listDataCollections({ query: { limit: 5 } })).items;
  const crons = (await client.listCronBindings({ query: { limit: 5 } })).items;
  const dead = (await client.listDeliveries({ query: { limit: 1, status: "dead" } })).items[0]?.id;
  const mcp = endpoints.find(({ kind }) => kind === "mcp")?.id;
  // The demo's, which is the older one.
  const http = endpoints.findLast(({ kind }) => kind === "http")?.id;
  const bindings = (await client.listMcpBindings({ params: { endpointId: mcp ?? "" } })).items;
  const renamed = bindings.find(({ toolName }) => toolName === "look_up_order")?.id;
  const charge = functions.find(({ slug }) => slug === "charge-card")?.id;
  const good = executions.find(({ functionId, status }) => functionId === charge && status === "succeeded")?.id;
  const bad = executions.find(({ status }) => status === "failed")?.id;
  const deployed = deployments.find(({ status, kind }) => status === "completed" && kind === "deploy");
  const failed = deployments.find(({ status }) => status === "failed");
  const endpoint = `/endpoints/${mcp}`;
  /** One charge after another: a card may be charged once an hour. */
  let customer = 1_004;
  const record = (page: Page) => page.getByRole("row", { name: /C-1003/ }).click();
  return [
    { name: "sign-in", path: "/sign-in", isPublic: true },
    { name: "dashboard", path: "/?window=24h" },
    { name: "start", path: "/start" },
    { name: "functions", path: "/functions" },
    { name: "function", path: `/functions/${charge}`, prepare: checked },
    {
      name: "function-test",
      path: `/functions/${charge}?panel=test`,
      prepare: async (page) => {
        await page
          .getByRole("complementary", { name: "Side panel" })
          .getByLabel(/^customer/)
          .fill(`C-${(customer += 1)}`);
        await click(page, "Run");
        await checked(page);
        await page
          .getByText(/Succeeded|CHARGED_ALREADY/)
          .first()
          .waitFor();
      },
    },
    { name: "function-versions", path: `/functions/${charge}?tab=versions` },
    { name: "endpoints", path: "/endpoints" },
    { name: "endpoint-overview", path: endpoint },
    { name: "endpoint-connect", path: `${endpoint}?tab=connect` },
    {
      name: "endpoint-try",
      path: `${endpoint}?tab=try&target=look_up_order`,
      prepare: async (page) => {
        await click(page, "Create a key");
        await click(page, "Call look_up_order");
        await page.getByRole("link", { name: /execution/i }).waitFor();
      },
    },
    { name: "endpoint-tools", path: `${endpoint}?tab=bindings` },
    {
      name: "endpoint-tool-rename",
      path: `${endpoint}?tab=bindings&binding=${renamed}`,
      prepare: (page) => page.getByLabel("Tool name").fill("find_order"),
    },
    { name: "endpoint-routes", path: `/endpoints/${http}?tab=bindings` },
    { name: "endpoint-access", path: `${endpoint}?tab=access` },
    { name: "endpoint-discovery", path: `${endpoint}?tab=discovery` },
    { name: "endpoint-manifest", path: `${endpoint}?tab=manifest` },
    { name: "deployments", path: "/deployments" },
    { name: "deployment", path: `/deployments/${deployed?.projectDeploymentId}` },
    { name: "deployment-failed", path: `/deployments/${failed?.projectDeploymentId}` },
    {
      name: "deploy",
      path: "/deployments",
      prepare: async (page) => {
        await click(page, "Deploy");
        await page.getByRole("button", { name: /^Deploy \d+ change/ }).waitFor();
      },
    },
    {
      name: "rollback",
      path: "/deployments",
      prepare: async (page) => {
        await click(page, "Roll back");
        await page.getByText("Not rolled back").waitFor();
      },
    },
    { name: "executions", path: "/executions" },
    { name: "execution", path: `/executions/${bad}` },
    { name: "execution-succeeded", path: `/executions/${good}` },
    { name: "execution-replay", path: `/executions/${bad}?replay=true` },
    { name: "execution-groups", path: "/executions?tab=errors" },
    { name: "secrets", path: "/secrets" },
    {
      name: "secret",
      path: "/secrets",
      prepare: (page) => page.getByRole("table").getByText("PAYMENTS_KEY").first().click(),
    },
    { name: "libraries", path: "/libraries" },
    { name: "library", path: `/libraries/${libraries[0]?.id}`, prepare: checked },
    { name: "templates", path: "/templates" },
    { name: "data", path: `/data?collection=${collections[0]?.id}` },
    { name: "record", path: `/data?collection=${collections[0]?.id}`, prepare: record },
    { name: "cache", path: "/cache?tenant=default" },
    { name: "cron", path: "/crons" },
    { name: "cron-runs", path: `/crons?cron=${crons[0]?.id}` },
    { name: "deliveries", path: "/deliveries" },
    { name: "usage", path: "/usage" },
    { name: "delivery", path: `/deliveries?delivery=${dead}` },
    { name: "audit", path: "/audit" },
    { name: "users", path: "/users" },
    { name: "settings", path: "/settings" },
    { name: "projects", path: "/projects" },
    { name: "docs", path: "/docs" },
    { name: "management-api", path: "/management-api" },
    { name: "palette", path: "/functions", prepare: (page) => page.keyboard.press("Control+k") },
    { name: "not-found", path: "/nowhere" },
    { name: "design", path: "/design" },
    { name: "design-controls", path: "/design?part=controls" },
    { name: "design-lists", path: "/design?part=lists" },
  ];
}
