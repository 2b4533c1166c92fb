import PQueue from 'p-queue';

/** Downloads in a queue: at most two at once, urgent ones first, a limit of time, a stop. */
export default async function run() {
  const queue = new PQueue({ concurrency: 2, autoStart: false });
  const [begun, done] = [[], []];
  let [now, most] = [0, 0];
  const job = (name, ms) => async () => {
    begun.push(name);
    most = Math.max(most, ++now);
    await new Promise((end) => setTimeout(end, ms));
    now -= 1;
    done.push(name);
    return name;
  };
  const results = queue.addAll([job('一', 400), job('二', 2), job('三', 2)]);
  const urgent = queue.add(job('急', 2), { priority: 9 });
  const late = queue.add(() => new Promise(() => {}), { timeout: 100, priority: -1 }).catch(({ name }) => name);
  const controller = new AbortController();
  const stopped = queue.add(job('停', 2), { signal: controller.signal, priority: -2 }).catch(({ name }) => name);
  controller.abort();
  queue.start();
  const all = [await results, await urgent, await late, await stopped];
  await queue.onIdle();
  return { all, begun, done, most, left: [queue.size, queue.pending] };
}
