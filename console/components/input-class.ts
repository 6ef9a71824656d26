/** The look of every text input except its size. 16 px on touch screens, because iOS zooms in on smaller text. */
export const unsizedInputClass =
  "min-w-0 rounded-md border border-control bg-surface px-2.5 text-ink placeholder:text-faint " +
  "hover:border-muted focus-visible:outline-offset-0 aria-invalid:border-bad data-invalid:border-bad " +
  "disabled:cursor-not-allowed disabled:opacity-60 any-pointer-coarse:text-[16px] pointer-coarse:min-h-11";

/** As wide as the space allows, for example in a form. */
export const inputClass = `h-8 w-full text-sm ${unsizedInputClass}`;
