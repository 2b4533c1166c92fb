import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { arch, version } from 'node:process';
import { randomId } from '../../worker/primitives/random-id.js';
import type { PackedGuest } from '../../worker/protocol/tool.js';
import { hashes } from '../assets/internal-check.js';
import type { ImageStore } from '../isolation/guests/index.js';

/** Bytes of all images in a folder; those that were used the longest ago go first. */
const MOST_BYTES = 256 * 2 ** 20;
/** A file begins with the hash of all that follows, and the length of the plugin's declarations; then come these, and the image. */
const HASH = 32;
const HEAD = HASH + 4;
const SUFFIX = '.image';

/**
 * Keeps images of plugins in a folder, one file for each source. The name of a file is the hash of all that its content depends on, so
 * that another version of Bulkhead, of Node or of the plugin has files of its own.
 */
export class ImageCache implements ImageStore {
  readonly #folder: string;
  readonly #writing = new Set<Promise<void>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async find(source: string): Promise<PackedGuest | null> {
    const path = this.#pathOf(source);
    try {
      const bytes = await readFile(path);
      const from = HEAD + bytes.readUInt32LE(HASH);
      // A disk may have lost a part of it: a guest would fail with that each time.
      if (from > bytes.length || !hashOf(bytes.subarray(HASH)).equals(bytes.subarray(0, HASH))) return null;
      // A folder that may only be read is of use too.
      await utimes(path, new Date(), new Date()).catch(() => {});
      return { declared: bytes.toString('utf8', HEAD, from), image: new Uint8Array(bytes.subarray(from)).buffer };
    } catch {
      return null;
    }
  }

  keep(source: string, packed: PackedGuest): void {
    // A folder that cannot be written costs time, and nothing else.
    const writing = this.#write(this.#pathOf(source), packed).catch(() => {});
    this.#writing.add(writing);
    void writing.then(() => this.#writing.delete(writing));
  }

  /** Resolves when everything is written. */
  async written(): Promise<void> {
    await Promise.all(this.#writing);
  }

  #pathOf(source: string): string {
    const parts = [hashes.wasm ?? '', hashes.worker ?? '', version, arch, source];
    const hash = createHash('sha256');
    for (const part of parts) hash.update(`${part.length} `).update(part);
    return join(this.#folder, `${hash.digest('hex')}${SUFFIX}`);
  }

  async #write(path: string, { declared, image }: PackedGuest): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const text = Buffer.from(declared);
    const length = Buffer.alloc(HEAD - HASH);
    length.writeUInt32LE(text.length);
    const content = Buffer.concat([length, text, new Uint8Array(image)]);
    const half = `${path}.${randomId()}`;
    try {
      await writeFile(half, Buffer.concat([hashOf(content), content]), { mode: 0o600 });
      await rename(half, path);
    } catch (error) {
      await rm(half, { force: true });
      throw error;
    }
    await this.#makeRoom();
  }

  async #makeRoom(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(SUFFIX));
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name);
        const { size, mtimeMs } = await stat(path);
        return { path, size, mtimeMs };
      }),
    );
    let bytes = 0;
    for (const { path, size } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
      bytes += size;
      if (bytes > MOST_BYTES) await rm(path, { force: true });
    }
  }
}

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
