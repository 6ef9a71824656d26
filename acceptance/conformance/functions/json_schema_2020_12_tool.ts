/** Takes an input described by the whole of JSON Schema 2020-12. */
export default async function jsonSchema202012(input: Record<string, unknown>) {
  return JSON.stringify(input);
}
