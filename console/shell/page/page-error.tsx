import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";

/** A page that failed to render; the shell stays. */
export const PageError = ({ error, reset }: ErrorComponentProps) => (
  <Page title="This page failed">
    <ErrorNote error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
  </Page>
);
