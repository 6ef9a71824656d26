import again from "function";

export default () => typeof again;
