/** Answers without asking anything. */
export default async function streamingElicitation() {
  return "Nothing needs to be asked.";
}
