import { useState } from "react";
import type { PickSource } from "../../components/choose/pick-source.ts";

const verbs = ["Look up", "Search", "Convert", "Summarize", "Cancel"];
const all = Array.from({ length: 2_000 }, (_, index) => ({
  value: `fn_${index + 1}`,
  label: `${verbs[index % verbs.length]} ${index + 1}`,
  detail: `function-${index + 1}`,
}));
const pageSize = 20;

/** Two thousand items to pick from, served the way a server would. */
export const sampleSource: PickSource = {
  none: "Nothing to choose from.",
  useFound(text) {
    const [pages, setPages] = useState(1);
    const wanted = text.toLowerCase();
    const fitting = all.filter(({ label }) => label.toLowerCase().includes(wanted));
    return {
      choices: fitting.slice(0, pages * pageSize),
      error: null,
      isFetching: false,
      hasMore: fitting.length > pages * pageSize,
      more: () => setPages(pages + 1),
    };
  },
  useChosen: (value) => all.find((choice) => choice.value === value),
};
