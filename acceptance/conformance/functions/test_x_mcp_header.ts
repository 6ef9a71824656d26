/** Takes an argument that a header repeats. */
export default async function xMcpHeader(input: { region?: string }) {
  return `region ${input.region ?? "unknown"}`;
}
