export default () => {
  for (;;) new Array(2 ** 32 - 1).join("");
};
