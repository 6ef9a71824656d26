/** Greets at once. */
export default function greet({ name }: { name: string }) {
  return `Hello, ${name}!`;
}
