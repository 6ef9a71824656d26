export default () => {
  for (let n = 0; ; n++) new RegExp(("[\\p{L}--[\\p{Lu}" + n + "]]").repeat(200), "iv").test("x");
};
