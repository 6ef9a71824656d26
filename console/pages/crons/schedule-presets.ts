/** Schedules that people often want. Their labels say what `describeSchedule` says, as one would ask for it. */
const presets = {
  "*/15 * * * *": "Every 15 minutes",
  "0 * * * *": "Every hour",
  "0 9 * * *": "Every day at 9:00",
  "0 9 * * MON-FRI": "Each weekday at 9:00",
  "0 9 * * MON": "Every Monday at 9:00",
  "0 9 1 * *": "On the first of the month at 9:00",
  "0 18 L * *": "On the last of the month at 18:00",
} as const;

/** The schedules to choose from. `own` stands for one that is typed. */
export const presetChoices = [
  ...Object.entries(presets).map(([value, label]) => ({ value, label })),
  { value: "own", label: "Another schedule" },
];

/** The choice that a schedule is; `own` for one that is typed. */
export const presetOf = (schedule: unknown): string =>
  typeof schedule === "string" && Object.hasOwn(presets, schedule.trim()) ? schedule.trim() : "own";
