import { ApiError } from "@ferrule/contract/api-error.ts";

/** Reports that a program's request is over, in the server's words, and how to continue. */
export const ConsentGone = ({ error }: { error: Error }) => (
  <div role="alert" className="grid gap-1 rounded-md border border-warn-line bg-warn-soft px-3 py-2.5 text-sm">
    <p className="font-medium text-warn">
      {error instanceof ApiError && error.code === "VALIDATION_ERROR"
        ? "This address is not complete. Start again in the program that sent you."
        : error.message}
    </p>
    <p>Nothing was allowed. You can close this page.</p>
  </div>
);
