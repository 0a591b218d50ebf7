/** `work` on every item, never more than `limit` at once. Answers in the items' order; the first failure rejects. */
export async function eachAtMost<T, R>(
  limit: number,
  items: T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
