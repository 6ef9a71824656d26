JSON.stringify = () => "forged";
JSON.parse = () => "forged";
Promise.prototype.then = () => {
  throw new Error("then");
};

export default () => ({ fine: true });
