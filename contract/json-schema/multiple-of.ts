/** Whether a number is a whole multiple of another, as one would say of their decimals: 19.99 is one of 0.01. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  // Beyond what a quotient can be, neighbouring numbers are many multiples apart.
  if (!Number.isFinite(quotient)) return Number.isFinite(value);
  return Math.abs(quotient - Math.round(quotient)) <= 2 * Number.EPSILON * Math.abs(quotient);
}
