export default () => {
  const kept = [];
  for (let n = 0; ; n++) kept.push(new Function("return " + "1+".repeat(2000) + n));
};
