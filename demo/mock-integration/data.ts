/** The responses of the mock integration service: the same on every machine, so that examples can quote them. */
export const customers = [
  { id: "C-1", name: "Ada Bergström", email: "ada@northwind.example", plan: "enterprise" },
  { id: "C-2", name: "Bola Adeyemi", email: "bola@lagoon.example", plan: "team" },
  { id: "C-3", name: "Chiara Conti", email: "chiara@conti.example", plan: "free" },
  { id: "C-4", name: "Dewi Hartono", email: "dewi@batik.example", plan: "team" },
  { id: "C-5", name: "Emil Novák", email: "emil@novak.example", plan: "free" },
];

export const orders = [
  order("A-1001", "C-1", "shipped", 129.9, ["shipped", "packed", "paid"]),
  order("A-1002", "C-2", "paid", 48, ["paid"]),
  order("A-1003", "C-4", "delivered", 310.5, ["delivered", "shipped", "packed", "paid"]),
  order("A-1004", "C-5", "returned", 19.99, ["returned", "delivered", "shipped", "packed", "paid"]),
  order("A-1005", "C-1", "packed", 74.25, ["packed", "paid"]),
];

export const perEuro: Record<string, number> = { EUR: 1, USD: 1.09, GBP: 0.85, CHF: 0.96, JPY: 171.4, SEK: 11.2 };

function order(id: string, customerId: string, status: string, amount: number, steps: string[]) {
  const history = steps.map((step, index) => ({ at: `2026-03-0${steps.length - index}T09:30:00.000Z`, status: step }));
  return { id, customerId, status, total: { amount, currency: "EUR" }, history };
}
