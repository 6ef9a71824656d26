/** What everything that takes text looks like. 16 px on touch screens, or iOS zooms in. */
export const inputClass =
  "h-8 w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-sm text-ink placeholder:text-faint " +
  "hover:border-muted focus-visible:outline-offset-0 aria-invalid:border-bad data-invalid:border-bad " +
  "disabled:cursor-not-allowed disabled:opacity-60 any-pointer-coarse:text-[16px]";
