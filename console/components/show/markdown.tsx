import type { Token, Tokens } from "marked";
import { createElement, Fragment, useMemo, type ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { readMarkdown } from "./read-markdown.ts";

interface LinkProps {
  href: string;
  children: ReactNode;
}

/** A link in a text by anybody: only to the web, and without telling it where it is from. */
const WebLink = ({ href, children }: LinkProps) =>
  /^https?:\/\//i.test(href) ? (
    <a className="link" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    children
  );

const inlineTags: Partial<Record<string, string>> = { strong: "strong", em: "em", del: "del" };

const inlines = (tokens: readonly Token[] | undefined): ReactNode =>
  tokens?.map((token, index) => <Fragment key={index}>{inline(token)}</Fragment>);

function inline(token: Token): ReactNode {
  const { type } = token;
  const tag = inlineTags[type];
  if (tag !== undefined) return createElement(tag, null, inlines((token as Tokens.Strong).tokens));
  if (type === "codespan")
    return <code className="rounded-sm bg-hover px-1 font-mono text-[0.92em]">{token.text}</code>;
  if (type === "link") return <WebLink href={(token as Tokens.Link).href}>{inlines(token.tokens)}</WebLink>;
  if (type === "br") return <br />;
  // Nothing of the text is loaded from anywhere.
  if (type === "image") return token.text === "" ? null : <em>{token.text}</em>;
  return "tokens" in token && token.tokens ? inlines(token.tokens) : (token as Tokens.Text).text;
}

const headings: Record<number, string> = {
  1: "text-lg font-semibold",
  2: "mt-5 border-t border-line pt-5 text-lg font-semibold",
  3: "mt-3 text-base font-semibold",
};

const List = ({ ordered, start, items }: Tokens.List) =>
  createElement(
    ordered ? "ol" : "ul",
    {
      className: `grid gap-1.5 pl-5 ${ordered ? "list-decimal" : "list-disc"}`,
      ...(ordered && start !== "" ? { start } : {}),
    },
    items.map((item, index) => (
      <li key={index}>
        <div className="grid gap-1.5">{blocks(item.tokens)}</div>
      </li>
    )),
  );

const Table = ({ header, rows }: Tokens.Table) => (
  <div className="overflow-x-auto rounded-lg border border-line" tabIndex={0} role="group" aria-label="Table">
    <table className="w-full border-collapse text-left text-sm">
      <thead>
        <tr className="border-b border-line bg-surface">
          {header.map(({ tokens }, index) => (
            <th key={index} scope="col" className="px-3 py-2 font-medium text-muted">
              {inlines(tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className="border-b border-line align-top last:border-b-0">
            {row.map(({ tokens }, cell) => (
              <td key={cell} className="px-3 py-2">
                {inlines(tokens)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** A heading looks like one, but has no place in the outline of the page around it. */
const Heading = ({ depth, tokens }: Tokens.Heading) => (
  <p className={headings[depth] ?? "mt-2 font-semibold"}>{inlines(tokens)}</p>
);

function block(token: Token): ReactNode {
  switch (token.type) {
    case "heading": {
      return <Heading {...(token as Tokens.Heading)} />;
    }
    case "code":
      return <CodeBlock text={(token as Tokens.Code).text} />;
    case "list":
      return <List {...(token as Tokens.List)} />;
    case "table":
      return <Table {...(token as Tokens.Table)} />;
    case "blockquote":
      return (
        <blockquote className="grid gap-2 border-l-2 border-line-strong pl-3 text-muted">
          {blocks((token as Tokens.Blockquote).tokens)}
        </blockquote>
      );
    case "hr":
      return <hr className="border-line" />;
    case "paragraph":
      return <p>{inlines((token as Tokens.Paragraph).tokens)}</p>;
    case "text":
      return inline(token);
    // Markup in the text is shown literally and never interpreted; comments are only for editors of the file.
    case "html":
      return token.raw.trimStart().startsWith("<!--") ? null : <p>{token.raw}</p>;
    default:
      return null;
  }
}

const blocks = (tokens: readonly Token[]): ReactNode =>
  tokens.map((token, index) => <Fragment key={index}>{block(token)}</Fragment>);

/** Renders Markdown by anybody as elements: none of its text ever becomes markup, and nothing is loaded. */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => readMarkdown(text), [text]);
  if (tokens === null) return <pre className="overflow-auto font-mono text-xs whitespace-pre-wrap">{text}</pre>;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 leading-relaxed break-words">{blocks(tokens)}</div>
  );
}
