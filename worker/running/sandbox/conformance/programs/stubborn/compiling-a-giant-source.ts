export default () => {
  for (;;) eval("(" + "a+".repeat(2e6) + "1)".replace("a", "0"));
};
