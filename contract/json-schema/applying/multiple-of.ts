/** Whether a number is a whole multiple of another, calculated with their decimals: 19.99 is a multiple of 0.01. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  // When the quotient is too large for a number, neighbouring numbers are many multiples apart.
  if (!Number.isFinite(quotient)) return Number.isFinite(value);
  return Math.abs(quotient - Math.round(quotient)) <= 2 * Number.EPSILON * Math.abs(quotient);
}
