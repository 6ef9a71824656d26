export default async () => {
  Object.prototype.toJSON = () => {
    delete Object.prototype.toJSON;
    return {
      url: "https://example.com/",
      method: "CONNECT",
      headers: [["__proto__", "a"]],
      redirect: "follow",
      hasBody: false,
    };
  };
  try {
    await fetch("https://example.com");
  } catch (e) {
    delete Object.prototype.toJSON;
    return [e.name, e.message];
  }
};
