/** Answers a plain text. */
export default async function simpleText() {
  return "This is a simple text response for testing.";
}
