import { readFileSync } from "node:fs";
import { join } from "node:path";

interface DemoFunction {
  slug: string;
  name: string;
  tool: { toolName: string; description: string };
  route: { method: "GET" | "POST"; path: string };
}

/** What the demo Project holds: each Function bound as a tool and as a route. */
export const demoProject = {
  slug: "demo",
  name: "Demo",
  description: "Five Functions around a small shop, as tools and as routes.",
  mcpEndpoint: {
    slug: "assistant",
    name: "Shop assistant",
    description: "Tools for an assistant that answers questions about orders.",
    instructions: "Use look_up_order for one order, summarize_day for an overview. Amounts are in euros.",
  },
  httpApi: { slug: "shop", name: "Shop API", description: "The same Functions as routes." },
  functions: [
    {
      slug: "decide-refund",
      name: "Decide refund",
      tool: {
        toolName: "decide_refund",
        description: "Asks a person whether an order is refunded, and returns the decision once there is one.",
      },
      route: { method: "POST", path: "/refunds" },
    },
    {
      slug: "look-up-order",
      name: "Look up order",
      tool: {
        toolName: "look_up_order",
        description: "Looks up an order by its number and returns its latest status changes.",
      },
      route: { method: "GET", path: "/orders/{orderId}" },
    },
    {
      slug: "search-customers",
      name: "Search customers",
      tool: { toolName: "search_customers", description: "Finds customers by a part of their name or email address." },
      route: { method: "GET", path: "/customers" },
    },
    {
      slug: "convert-amount",
      name: "Convert amount",
      tool: { toolName: "convert_amount", description: "Converts an amount of money from one currency to another." },
      route: { method: "POST", path: "/conversions" },
    },
    {
      slug: "summarize-day",
      name: "Summarize day",
      tool: { toolName: "summarize_day", description: "Summarizes today's orders by status and value." },
      route: { method: "GET", path: "/summary" },
    },
  ] satisfies DemoFunction[],
};

/** The source of a demo Function, with the address of the mock integration service written in. */
export function demoSource(slug: string, mockIntegrationUrl: string): string {
  const text = readFileSync(join(import.meta.dirname, "functions", `${slug}.ts`), "utf8");
  return text.replaceAll("{{MOCK_INTEGRATION_URL}}", mockIntegrationUrl);
}
