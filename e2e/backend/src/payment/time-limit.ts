/** What `task` comes to, or a rejection where it takes longer than `ms`. The task itself goes on. */
export function withinTime<T>(ms: number, task: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
    task.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
