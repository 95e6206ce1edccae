import type { TextStore } from '../../../../lib/features/caching/engine/store/store.js';

/** `swallows`: as Keyv without `throwOnErrors`, which loses writes and responses nothing, without a word. */
export type StoreMode = 'works' | 'throws' | 'throwsAtOnce' | 'hangs' | 'swallows' | 'rubbish';

const RUBBISH: readonly unknown[] = [
  7,
  null,
  { entry: true },
  '',
  'x'.repeat(60),
  '{"status":200}',
];

/** A store that several processes share, in the moods that a real one has. */
export class TestStore implements TextStore {
  readonly values = new Map<string, string>();
  /** Where it is set, the store can add. */
  add?: TextStore['add'];
  mode: StoreMode = 'works';
  calls = 0;
  /** What every call waits for; set by tests that put calls into an order. */
  gate: (name: string) => Promise<void> = async () => {};

  async get(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    await this.gate(`get ${keys.length}`);
    return this.#response(
      () => keys.map((key) => this.values.get(key)),
      keys.map(() => undefined),
    );
  }

  set(key: string, value: string, _ttlMs: number): Promise<void> {
    if (this.mode === 'throwsAtOnce') throw new Error('set failed at once');
    return this.gate('set').then(() =>
      this.#response(() => void this.values.set(key, value), undefined),
    );
  }

  async delete(key: string): Promise<void> {
    await this.gate('delete');
    return this.#response(() => void this.values.delete(key), undefined);
  }

  #response<T>(work: () => T, nothing: T): Promise<T> {
    this.calls++;
    if (this.mode === 'hangs') return new Promise(() => {});
    if (this.mode === 'swallows') return Promise.resolve(nothing);
    if (this.mode === 'works') return Promise.resolve(work());
    if (this.mode !== 'rubbish') return Promise.reject(new Error('connection refused'));
    const real = work();
    const isList = Array.isArray(real);
    return Promise.resolve(
      (isList ? real.map((_, at) => RUBBISH[at % RUBBISH.length]) : 'OK') as T,
    );
  }
}
