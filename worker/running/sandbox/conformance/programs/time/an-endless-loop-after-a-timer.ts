export default async () => {
  await new Promise((r) => setTimeout(r, 10));
  while (true);
};
