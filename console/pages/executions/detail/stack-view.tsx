import { Link } from "@tanstack/react-router";

interface StackViewProps {
  stack: string;
  functionId: string | null;
}

/** A frame in the Function's own source, not in a library: `index.ts:12:5`, `source.ts:12:5`. */
const ownFrame = /\(?(?:function|source|index|main)\.ts:(\d+):\d+\)?/;

/** A stack trace; frames of the Function's own source link to the line in its editor. */
export function StackView({ stack, functionId }: StackViewProps) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be had by keyboard
      tabIndex={0}
      aria-label="Stack"
      className="max-h-56 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs outline-offset-[-2px]"
    >
      {stack.split("\n").map((line, index) => {
        const number = functionId === null ? undefined : ownFrame.exec(line)?.[1];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of one stack never change
          <span key={index} className="block">
            {line}
            {number !== undefined && functionId !== null && (
              <>
                {"  "}
                <Link
                  to="/functions/$functionId"
                  params={{ functionId }}
                  search={{ line: Number(number) }}
                  className="link"
                >
                  line {number}
                </Link>
              </>
            )}
          </span>
        );
      })}
    </pre>
  );
}
