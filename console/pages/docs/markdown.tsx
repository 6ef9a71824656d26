import { Link } from "@tanstack/react-router";
import { lexer, type Token, type Tokens } from "marked";
import { createElement, Fragment, useMemo, type ReactNode } from "react";
import { CodeBlock } from "../../components/show/code-block.tsx";
import { docs } from "./doc-texts.ts";
import { headingId } from "./heading-id.ts";

/** A link in the documentation: to another page, within the page, or out of Ferrule. */
function DocLink({ href, children }: { href: string; children: ReactNode }) {
  const [, slug, hash] = /^([\w-]+)\.md(?:#(.+))?$/.exec(href) ?? [];
  if (slug !== undefined && docs.some((doc) => doc.slug === slug))
    return (
      <Link to="/docs/$page" params={{ page: slug }} {...(hash === undefined ? {} : { hash })} className="link">
        {children}
      </Link>
    );
  if (href.startsWith("#"))
    return (
      <a className="link" href={href}>
        {children}
      </a>
    );
  if (/^https?:\/\//.test(href))
    return (
      <a className="link" href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  // The link leads to a file that exists only in the repository.
  return children;
}

const inlineTags: Partial<Record<string, string>> = { strong: "strong", em: "em", del: "del" };

const inlines = (tokens: readonly Token[] | undefined): ReactNode =>
  tokens?.map((token, index) => <Fragment key={index}>{inline(token)}</Fragment>);

function inline(token: Token): ReactNode {
  const { type } = token;
  const tag = inlineTags[type];
  if (tag !== undefined) return createElement(tag, null, inlines((token as Tokens.Strong).tokens));
  if (type === "codespan")
    return <code className="rounded-sm bg-hover px-1 font-mono text-[0.92em]">{token.text}</code>;
  if (type === "link") return <DocLink href={(token as Tokens.Link).href}>{inlines(token.tokens)}</DocLink>;
  if (type === "br") return <br />;
  // Inside the console, its screenshots are useless.
  if (type === "image") return null;
  return "tokens" in token && token.tokens ? inlines(token.tokens) : (token as Tokens.Text).text;
}

const headings: Record<number, string> = {
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

function block(token: Token): ReactNode {
  switch (token.type) {
    case "heading": {
      const { depth, tokens, text } = token as Tokens.Heading;
      // The page already has its title.
      if (depth === 1) return null;
      const className = `scroll-mt-20 ${headings[depth] ?? "mt-2 font-semibold"}`;
      return createElement(`h${depth}`, { id: headingId(text), className, tabIndex: -1 }, inlines(tokens));
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
    case "paragraph": {
      const { tokens } = token as Tokens.Paragraph;
      return tokens.every(({ type }) => type === "image") ? null : <p>{inlines(tokens)}</p>;
    }
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

/** Renders a Markdown page as elements: none of its text ever becomes markup. */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => lexer(text), [text]);
  return <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 leading-relaxed">{blocks(tokens)}</div>;
}
