throw new Error("x".repeat(70e6));

export default () => 1;
