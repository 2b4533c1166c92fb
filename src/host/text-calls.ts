import type { Asset } from '../assets/index.js';
import type { Skills } from '../contracts/index.js';
import { later, onDemand } from '../primitives/index.js';
import { SkillBase, type SkillBaseOptions } from '../skills/index.js';
import type { TextCallReader, TextCalls, TextScan } from '../text-calls/internal.js';

const parts = onDemand(() => import('../text-calls/reader.js'));

export interface TextsOptions extends Omit<SkillBaseOptions, 'textCalls'> {
  /** Of the text-call worker. */
  readonly asset: Asset;
  /** @throws when the host is gone. */
  readonly alive: () => void;
}

/** The methods of the reader, once it is loaded. */
type Asked = Required<Omit<TextCalls, 'open'>>;

/** The parts for models that call by writing: the reader and the skills. Each is loaded with its first use. */
export function hostTexts({ asset, alive, ...options }: TextsOptions) {
  let reader: TextCallReader | undefined;
  const open = async (): Promise<TextCallReader> => {
    const { TextCallReader } = await parts();
    alive();
    reader ??= new TextCallReader(asset, options);
    return reader;
  };
  const textCalls: TextCalls = {
    ...later<Asked>(open as () => Promise<Asked>, { parse: true, prompt: true, quotations: true, askAbout: true }),
    open: (scanning) => laterScan(open().then((one) => one.open(scanning))),
  };
  const skills: Skills = new SkillBase({ ...options, textCalls });
  return { faces: { skills, textCalls }, close: () => reader?.close() };
}

/** A scan whose reader is being loaded. */
function laterScan(opening: Promise<TextScan>): TextScan {
  opening.catch(() => {});
  const close = () => void opening.then((scan) => scan.close()).catch(() => {});
  return {
    ...later<Pick<TextScan, 'feed' | 'end'>>(() => opening, { feed: true, end: true }),
    close,
    [Symbol.dispose]: close,
  };
}
