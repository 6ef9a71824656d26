import { createStore } from "../api/store.ts";

export type Theme = "system" | "light" | "dark";

const key = "ferrule.theme";

function kept(): Theme {
  const value = localStorage.getItem(key);
  return value === "light" || value === "dark" ? value : "system";
}

const store = createStore<Theme>(kept());

/** The theme that was chosen; `public/theme.js` puts it on the page, before the first paint and whenever it changes. */
export const theme = {
  use: store.use,
  set(value: Theme): void {
    localStorage.setItem(key, value);
    store.set(value);
    window.dispatchEvent(new Event("ferrule:theme"));
  },
};
