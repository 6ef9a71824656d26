/** What a new Function begins with. */
export const starters = [
  {
    value: "simple",
    label: "A tool",
    detail: "Takes an input, returns an object",
    hosts: [] as string[],
    source: `import type { Context } from "ferrule";

interface Input {
  /** Whom to greet. @example "Ada" */
  name: string;
}

/** Greets somebody by name. */
export default async function greet(input: Input, ctx: Context) {
  ctx.log.info("greeting", { name: input.name });
  return { greeting: \`Hello \${input.name}\` };
}
`,
  },
  {
    value: "fetch",
    label: "A call to an API",
    detail: "fetch, an allowed host, an error of its own",
    hosts: ["api.example.com"],
    source: `import { FunctionError, type Context } from "ferrule";

interface Input {
  /** Order number as printed on the invoice. @example "A-1001" */
  orderId: string;
}

/** Looks up an order and returns its status. */
export default async function lookUpOrder(input: Input, ctx: Context) {
  const url = \`https://api.example.com/orders/\${encodeURIComponent(input.orderId)}\`;
  const response = await fetch(url, { signal: ctx.signal });
  if (response.status === 404) {
    throw new FunctionError("ORDER_NOT_FOUND", \`There is no order \${input.orderId}.\`, { status: 404 });
  }
  const order = (await response.json()) as { status: string };
  return { orderId: input.orderId, status: order.status };
}
`,
  },
  {
    value: "webhook",
    label: "An HTTP route",
    detail: "Reads the request, answers with a status",
    hosts: [] as string[],
    source: `import type { HttpContext } from "ferrule";

interface Input {
  /** What has happened. @example "order.paid" */
  event: string;
}

/** Receives an event and confirms it. */
export default async function receiveEvent(input: Input, ctx: HttpContext) {
  ctx.log.info("received", { event: input.event, from: ctx.http.request.headers["user-agent"] });
  return ctx.http.respond({ status: 202, body: { accepted: input.event } });
}
`,
  },
] as const;
