export default () => new URLPattern({ pathname: "/((?:a+)+)b" }).test({ pathname: "/" + "a".repeat(40) + "c" });
