import { DocsLink } from "../../components/docs-link.tsx";
import { Footprints } from "lucide-react";
import { CodeBlock } from "../../components/show/code-block.tsx";
import { EmptyState } from "../../components/states.tsx";

const example = `import type { RunContext } from "ferrule";

export const config = { run: "durable" };

interface Order { id: string }

export default async function (order: Order, ctx: RunContext) {
  await ctx.step("charge", () => charge(order.id));
  await ctx.sleep("packing", "2h");
  const { approved } = await ctx.approve("ship", {
    title: \`Ship order \${order.id}?\`,
  });
  if (approved) await ctx.step("ship", () => ship(order.id));
}`;

/** What a run is, for a Project that has none. */
export const NoRuns = ({ place }: { place: string }) => (
  <EmptyState
    icon={Footprints}
    title={`No runs in ${place} yet`}
    action={
      <DocsLink page="runs" className="link text-sm">
        How durable runs work
      </DocsLink>
    }
  >
    <p>
      A durable Function takes its time: it works in steps, sleeps, waits for events and asks people. Its runs survive
      crashes, and appear here. So do the runs of crons, and deliveries.
    </p>
    <div className="mt-4 text-left sm:-mx-6">
      <CodeBlock title="ship-order.ts" text={example} />
    </div>
  </EmptyState>
);
