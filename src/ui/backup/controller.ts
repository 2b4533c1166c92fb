import type { BackupCounts, BackupInfo, BackupProgress, Host, RestoreReport, StorageState } from '../../index.js';
import { type ErrorView, viewError } from '../shared/error-text.js';

/** What the section shows. */
export type BackupView =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' | 'restoring'; readonly part: BackupProgress['part'] | null; readonly share: number }
  | { readonly kind: 'saved'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'confirm'; readonly file: Blob; readonly info: BackupInfo; readonly here: BackupCounts }
  | { readonly kind: 'done'; readonly report: RestoreReport }
  | { readonly kind: 'failed'; readonly error: ErrorView };

/** Saves and restores, and says how far it has come. */
export class BackupController {
  view: BackupView = { kind: 'idle' };
  storage: StorageState | null = null;
  readonly #host: () => Host | null;
  readonly #changed: () => void;
  #stop: AbortController | undefined;

  constructor(host: () => Host | null, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
  }

  /** Writes a backup, and hands it to `keep`, which returns the name it was given. */
  async save(keep: (file: Blob) => string): Promise<void> {
    await this.#run('saving', async (host, options) => {
      const file = await host.backup.save(options);
      return { kind: 'saved', name: keep(file), bytes: file.size };
    });
    await this.look();
  }

  /** Reads what a file says of itself, and asks. */
  choose(file: Blob): Promise<void> {
    return this.#run('restoring', async (host) => {
      const [info, here] = await Promise.all([host.backup.read(file), host.backup.counts()]);
      return { kind: 'confirm', file, info, here };
    });
  }

  /** Replaces everything by the file that was chosen. */
  async restore(): Promise<void> {
    const { view } = this;
    if (view.kind !== 'confirm') return;
    await this.#run('restoring', async (host, options) => ({
      kind: 'done',
      report: await host.backup.restore(view.file, { ...options, replace: true }),
    }));
  }

  /** Back to the two buttons; what is under way stops. */
  cancel(): void {
    if (this.view.kind === 'restoring' && this.view.part === 'replacing') return;
    this.#stop?.abort(new DOMException('stopped', 'AbortError'));
    this.#show({ kind: 'idle' });
  }

  /** Reads whether the browser keeps the data; asks it first where that is wanted. */
  async look(ask: boolean | 'once' = false): Promise<void> {
    this.storage =
      (await this.#host()
        ?.backup.storage({ ask })
        .catch(() => null)) ?? null;
    this.#changed();
  }

  async #run(kind: 'saving' | 'restoring', work: (host: Host, options: object) => Promise<BackupView>): Promise<void> {
    const host = this.#host();
    if (!host) return;
    const stop = new AbortController();
    this.#stop = stop;
    const onProgress = ({ part, done, total }: BackupProgress) =>
      this.#show({ kind, part, share: total === 0 ? 1 : done / total });
    this.#show({ kind, part: null, share: 0 });
    const next = await work(host, { signal: stop.signal, onProgress }).catch(
      (error: unknown): BackupView => ({ kind: 'failed', error: viewError(error) }),
    );
    // A restore that was stopped too late has happened: its report is shown.
    if (this.#stop !== stop || (stop.signal.aborted && next.kind !== 'done')) return;
    this.#stop = undefined;
    this.#show(next);
  }

  #show(view: BackupView): void {
    this.view = view;
    this.#changed();
  }
}
