import { Card } from "../../../components/card.tsx";
import { counted } from "../../../components/format.ts";
import type { ErrorGroup } from "./error-group.ts";

const Values = ({ shares }: { shares: ErrorGroup["inputs"][number]["failed"] }) => (
  <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
    {shares.map(({ value, count }) => (
      <li key={value} className="flex items-baseline gap-2">
        <code className="min-w-0 truncate font-mono text-xs" title={value}>
          {value}
        </code>
        <span className="text-xs text-muted">× {count}</span>
      </li>
    ))}
  </ul>
);

/** The members of the input whose values differ between failures and successes. */
export function Inputs({ group: { inputs, compared } }: { group: ErrorGroup }) {
  const { failed, succeeded } = compared;
  const basis = `${counted(failed, "failure")} and ${counted(succeeded, "success", "successes")} of the Function were compared. Values are masked.`;
  return (
    <Card title="What fails in the input">
      {inputs.length === 0 ? (
        <p className="text-sm text-muted">
          {failed === 0 || succeeded === 0
            ? "There are no inputs of failures and successes to compare."
            : `No member of the input differs between failures and successes. ${basis}`}
        </p>
      ) : (
        <>
          <table className="w-full table-fixed text-sm">
            <thead>
              <tr className="text-left text-xs text-muted">
                <th scope="col" className="w-1/4 py-1 font-medium">
                  Member
                </th>
                <th scope="col" className="py-1 font-medium">
                  In failures
                </th>
                <th scope="col" className="py-1 font-medium">
                  In successes
                </th>
              </tr>
            </thead>
            <tbody>
              {inputs.map(({ path, failed: bad, succeeded: good }) => (
                <tr key={path} className="border-t border-line align-top">
                  <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                    <code className="font-mono text-xs break-all">{path === "" ? "(the whole input)" : path}</code>
                  </th>
                  <td className="py-1.5 pr-3">
                    <Values shares={bad} />
                  </td>
                  <td className="py-1.5">
                    <Values shares={good} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-2 text-xs text-muted">{basis}</p>
        </>
      )}
    </Card>
  );
}
