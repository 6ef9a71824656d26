import { createStore } from "../../api/store.ts";

export type Theme = "system" | "light" | "dark";

const key = "ferrule.theme";

function kept(): Theme {
  const value = localStorage.getItem(key);
  return value === "light" || value === "dark" ? value : "system";
}

const store = createStore<Theme>(kept());

/** The chosen theme; `public/theme.js` applies it before the first paint and whenever it changes. */
export const theme = {
  use: store.use,
  set(value: Theme): void {
    localStorage.setItem(key, value);
    store.set(value);
    window.dispatchEvent(new Event("ferrule:theme"));
  },
};
