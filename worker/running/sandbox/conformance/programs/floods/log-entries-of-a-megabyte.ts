export default () => {
  for (let n = 0; n < 100; n++) console.log("x".repeat(1048576), { n });
  return "done";
};
