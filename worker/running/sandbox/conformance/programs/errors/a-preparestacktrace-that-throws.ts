Error.prepareStackTrace = () => {
  throw 1;
};

export default () => {
  throw new Error("real");
};
