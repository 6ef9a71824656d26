import { createStore } from "../api/store.ts";

const said = createStore("");

/** Tells a screen reader of something that the eye sees change. */
export const announce = (text: string): void => said.set(text);

/** The live region that `announce` speaks through; once, in the shell. */
export const Announcer = () => (
  <div aria-live="polite" className="quiet">
    {said.use()}
  </div>
);
