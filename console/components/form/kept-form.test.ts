import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetKept, type Shelf } from "../../api/kept-here.ts";
import { keptForms } from "./kept-form.ts";

function shelfOf(): Shelf {
  const stored = new Map<string, string>();
  return {
    get length() {
      return stored.size;
    },
    key: (index) => [...stored.keys()][index] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
}

const initial = { name: "", days: 90 };

test("what was typed comes back to the same form of the same user, until it is dropped", () => {
  const shelf = shelfOf();
  let user: string | null = "usr_1";
  const forms = keptForms(shelf, () => user);
  forms.keep("/secrets New secret", initial, { name: "ORDERS" });
  assert.deepEqual(forms.get("/secrets New secret", initial), { name: "ORDERS" });
  assert.equal(forms.get("/connections New connection", initial), null);
  user = "usr_2";
  assert.equal(forms.get("/secrets New secret", initial), null);
  user = "usr_1";
  forms.drop("/secrets New secret");
  assert.equal(forms.get("/secrets New secret", initial), null);
});

test("it does not come back over values that somebody has changed meanwhile", () => {
  const forms = keptForms(shelfOf(), () => "usr_1");
  forms.keep("edit", { name: "Orders" }, { name: "Orders of the shop" });
  assert.equal(forms.get("edit", { name: "Invoices" }), null);
});

test("the 20 newest forms stay, signing out forgets them, and nobody's are kept without a user", () => {
  const shelf = shelfOf();
  for (let form = 0; form < 30; form += 1) keptForms(shelf, () => "usr_1").keep(`form ${form}`, initial, { name: "x" });
  assert.equal(shelf.length, 20);
  assert.notEqual(keptForms(shelf, () => "usr_1").get("form 29", initial), null);
  forgetKept("usr_1", shelf);
  assert.equal(shelf.length, 0);
  keptForms(shelf, () => null).keep("form", initial, { name: "x" });
  assert.equal(shelf.length, 0);
});

test("what cannot be read, is too large or finds no room harms nothing", () => {
  const shelf = shelfOf();
  const forms = keptForms(shelf, () => "usr_1");
  forms.keep("large", initial, { name: "x".repeat(300_000) });
  assert.equal(shelf.length, 0);
  forms.keep("form", initial, { name: "x" });
  shelf.setItem(shelf.key(0) ?? "", "{");
  assert.equal(forms.get("form", initial), null);
  const full = keptForms(
    {
      ...shelfOf(),
      setItem: () => {
        throw new Error("QuotaExceededError");
      },
    },
    () => "usr_1",
  );
  full.keep("form", initial, { name: "x" });
  assert.equal(full.get("form", initial), null);
});
