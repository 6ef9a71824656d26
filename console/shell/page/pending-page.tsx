import type { ComponentProps } from "react";
import { Page } from "../../components/page.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Skeleton } from "../../components/states.tsx";

interface PendingPageProps extends Pick<ComponentProps<typeof Page>, "title" | "above" | "width"> {
  answer: { error: Error | null; refetch: () => unknown };
  /** The height of the page's content, as a class. */
  height: string;
}

/** The page of one thing while it is loading, or when it could not be loaded. */
export const PendingPage = ({ answer: { error, refetch }, height, ...page }: PendingPageProps) => (
  <Page {...page}>
    {error ? (
      <ErrorNote error={error} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label="Loading">
        <Skeleton className={height} />
      </div>
    )}
  </Page>
);
