let taken: unknown;
const { construct } = Reflect;
Reflect.construct = ((target: never, ...rest: [never]) => {
  taken = target;
  return construct(target, ...rest);
}) as typeof construct;

export default () => {
  new ArrayBuffer(8);
  return taken === undefined;
};
