import { attach } from "internal";

export default () => typeof attach;
