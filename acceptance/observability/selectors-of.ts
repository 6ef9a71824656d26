import type { SyntaxNode } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";

/** A metric that a PromQL expression reads, with its required labels and the values that it selects. */
export interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

/**
 * The metrics that a PromQL expression selects. Grafana's variable for the window of a rate is treated as a duration.
 * @throws when it is not PromQL.
 */
export function selectorsOf(expression: string): Selector[] {
  const text = expression.replaceAll("$__rate_interval", "5m");
  const found: Selector[] = [];
  const textOf = (node: SyntaxNode | null) => (node === null ? "" : text.slice(node.from, node.to));
  parser.parse(text).iterate({
    enter(reference) {
      if (reference.type.isError) throw new Error(`no PromQL at ${reference.from}: ${expression}`);
      if (reference.name !== "VectorSelector") return;
      const matchers = reference.node.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? [];
      found.push({
        metric: textOf(reference.node.getChild("Identifier")),
        matchers: matchers.map((matcher) => ({
          label: textOf(matcher.getChild("LabelName")),
          operator: textOf(matcher.getChild("MatchOp")),
          value: textOf(matcher.getChild("StringLiteral")).slice(1, -1),
        })),
      });
    },
  });
  return found;
}
