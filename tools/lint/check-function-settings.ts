export interface FunctionSettingTexts {
  /** The settings that `export const config` of a source may set. */
  settings: readonly string[];
  /** The kinds of permission. */
  kinds: readonly string[];
  /** `contract/guest/ferrule-config.d.ts`: what the author of a Function sees. */
  declarations: string;
  /** `docs/functions.md`. */
  page: string;
  /** The console's form of a Function. */
  form: string;
}

const declares = (declarations: string, name: string) => declarations.includes(`readonly ${name}?:`);

/** The settings of a Function, and kinds of permission, that an author cannot write, read about or edit. */
export function checkFunctionSettings({ settings, kinds, declarations, page, form }: FunctionSettingTexts): string[] {
  return [
    ...[...settings, ...kinds]
      .filter((name) => !declares(declarations, name))
      .map((name) => `${name}: contract/guest/ferrule-config.d.ts does not declare it.`),
    ...[...settings, ...kinds]
      .filter((name) => !new RegExp(String.raw`\b${name}\b`).test(page))
      .map((name) => `${name}: docs/functions.md does not name it.`),
    ...settings
      .filter((name) => !form.includes(`.change("${name}"`))
      .map((name) => `${name}: no field of the form in console/pages/functions/code/ changes it.`),
  ];
}
