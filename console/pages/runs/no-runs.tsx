import { Link } from "@tanstack/react-router";
import { Footprints } from "lucide-react";
import { CodeBlock } from "../../components/show/code-block.tsx";
import { EmptyState } from "../../components/states.tsx";

const example = `import type { RunContext } from "ferrule";

export const config = { run: "durable" };

export default async function shipOrder(input: { orderId: string }, ctx: RunContext) {
  const payment = await ctx.step("charge", () => charge(input.orderId));
  await ctx.sleep("until the parcel is packed", "2h");
  const { approved } = await ctx.approve("ship", { title: \`Ship order \${input.orderId}?\` });
  if (approved) await ctx.step("ship", () => ship(input.orderId, payment.id));
}`;

/** What a run is, for a Project that has none. */
export const NoRuns = ({ place }: { place: string }) => (
  <EmptyState
    icon={Footprints}
    title={`No runs in ${place} yet`}
    action={
      <Link to="/docs/$page" params={{ page: "runs" }} className="link text-sm">
        How durable runs work
      </Link>
    }
  >
    <p>
      A durable Function takes its time: it works in steps, sleeps, waits for events and asks people. Its runs survive
      crashes, and appear here.
    </p>
    <div className="mt-4 text-left">
      <CodeBlock title="ship-order.ts" text={example} />
    </div>
  </EmptyState>
);
