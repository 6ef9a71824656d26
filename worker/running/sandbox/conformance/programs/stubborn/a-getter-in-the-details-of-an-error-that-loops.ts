import { FunctionError } from "ferrule";

export default () => {
  throw new FunctionError("A", "b", {
    details: {
      get x(): never {
        for (;;);
      },
    },
  });
};
