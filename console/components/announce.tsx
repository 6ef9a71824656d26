import { createStore } from "../api/store.ts";

const said = createStore("");

/** Tells a screen reader about a visible change. */
export const announce = (text: string): void => said.set(text);

/** The live region in which `announce` writes. The shell renders it once. */
export const Announcer = () => (
  <div aria-live="polite" className="quiet">
    {said.use()}
  </div>
);
