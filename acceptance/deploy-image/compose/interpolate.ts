/**
 * Fills `${NAME}`, `${NAME:-else}`, `${NAME:?what is missing}` and `$$` as compose does.
 * https://docs.docker.com/reference/compose-file/interpolation/
 * @throws naming the first variable that has no value and needs one
 */
export function interpolate(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\$(?:\$|\{(\w+)(?:(:[-?])([^}]*))?\})/g, (whole, name?: string, how?: string, rest = "") => {
    if (whole === "$$") return "$";
    const value = values[name!] ?? "";
    if (value === "" && how === ":?") throw new Error(`${name} is missing: ${rest}`);
    return value === "" && how === ":-" ? rest : value;
  });
}
