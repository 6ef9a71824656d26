import { Skeleton } from "../../components/states.tsx";

/** Shown while a page's own script loads: an empty title, and a placeholder below. */
export const PagePending = () => (
  <div role="status" aria-label="Loading page" className="mx-auto w-full max-w-[90rem] px-4 pt-5 md:px-7">
    <Skeleton className="mb-6 h-7 w-48" />
    <Skeleton className="h-72 w-full" />
  </div>
);
