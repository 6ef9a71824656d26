import * as all from "ferrule";

export default () => Object.keys(all);
