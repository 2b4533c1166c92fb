/** The batches of one chat, one after another: the name of the one that runs is kept with its commit. */
export class Batches {
  #name = '';
  #turn: Promise<unknown> = Promise.resolve();

  /** Of the one that runs. */
  get name(): string {
    return this.#name;
  }

  /** Nobody else's batch is under way while it runs. */
  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(() => {
      this.#name = name;
      return work();
    });
    this.#turn = done.catch(() => {});
    return done;
  }
}
