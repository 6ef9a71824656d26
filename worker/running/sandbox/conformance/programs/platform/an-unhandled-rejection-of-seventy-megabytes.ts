export default async () => {
  Promise.reject(new Error("x".repeat(70e6)));
  await new Promise((r) => setTimeout(r, 20));
  return "done";
};
