/** The data of an id. */
export default function template({ id }: { id: string }) {
  return { text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }), mimeType: "application/json" };
}
