import { FunctionError } from "ferrule";

export default () => {
  throw Object.assign(Object.create(FunctionError.prototype), { code: "X", message: "not genuine" });
};
