// Preloaded into a role, it shifts the role's clock by FERRULE_TEST_CLOCK_SHIFT milliseconds.
const shift = Number(process.env.FERRULE_TEST_CLOCK_SHIFT ?? 0);
const Real = Date;
globalThis.Date = class Date extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + shift);
    else super(...given);
  }
  static now() {
    return Real.now() + shift;
  }
};
