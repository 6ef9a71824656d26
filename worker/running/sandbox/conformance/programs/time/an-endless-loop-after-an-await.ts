export default async () => {
  await null;
  while (true);
};
